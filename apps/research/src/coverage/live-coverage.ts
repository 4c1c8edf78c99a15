import { seededRandom } from '@cges-fleet/methods'
import { liveCalls, liveDifference, liveInterval } from '@cges-fleet/statistics'

// How often the intervals of a running evaluation miss its final value, at any look: npm run research -- coverage live [runs]. A
// bench, not a test: it takes minutes. Wrong trials take four times as many calls as right ones, a baseline agrees on
// all but 6 % of the trials, and a look is taken whenever the closed prefix grows. Exits with 1 if more than 5 % of the
// runs were missed at any look, in accuracy, in the difference to the baseline or in mean calls.
const RUNS = Number(process.argv[2] ?? 2000)
const SLOTS = 32
const BUDGET = 16
/** The share of trials on which one of the two methods is right and the other wrong. */
const DISCORDANT = 0.06
const random = seededRandom('live coverage')

interface Setting {
  readonly trials: number
  readonly accuracy: number
  /** The share of trials that get no verdict. */
  readonly blocked: number
}

type Ending = 'right' | 'wrong' | 'blocked'

interface Trial {
  readonly ending: Ending
  /** Whether the baseline is right, unless the trial is blocked. */
  readonly baseline: boolean
  readonly calls: number
  readonly endsAt: number
}

/** The duration of that many calls one after another, each exponentially distributed. */
function secondsOf(calls: number): number {
  return Array.from({ length: calls }, () => -Math.log(1 - random.next())).reduce((sum, each) => sum + each, 0)
}

/** Simulates a run: its trials in order, each begun when a slot is free, with the time it ends. */
function simulate({ trials, accuracy, blocked }: Setting): Trial[] {
  const slots: number[] = Array.from({ length: SLOTS }, () => 0)
  return Array.from({ length: trials }, (): Trial => {
    const ending = random.next() < blocked ? 'blocked' : random.next() < accuracy ? 'right' : 'wrong'
    const calls = ending === 'right' ? 2 + random.int(0, 2) : 9 + random.int(0, BUDGET - 9)
    const baseline = (ending === 'right') !== random.next() < DISCORDANT
    const takes = secondsOf(calls)
    const slot = slots.reduce((first, at, index) => (at < (slots[first] ?? 0) ? index : first), 0)
    const endsAt = (slots[slot] ?? 0) + takes
    slots[slot] = endsAt
    return { ending, baseline, calls, endsAt }
  })
}

type Figure = 'accuracy' | 'difference' | 'calls'

interface Look {
  readonly closed: number
  readonly limits: Partial<Record<Figure, { readonly low: number; readonly high: number }>>
}

/** Calls and differences take longer to compute: they are looked at each time the prefix has grown by a twentieth. */
const GROWTH = 1.05

/** What is shown each time the closed prefix has grown: all its trials have ended by the latest end among them. */
function looksAt(run: readonly Trial[]): Look[] {
  const looks: Look[] = []
  let until = 0
  let next = 1
  for (const [index, { endsAt }] of run.entries()) {
    until = Math.max(until, endsAt)
    const grows = (run[index + 1]?.endsAt ?? Infinity) <= until
    const totals = totalsOf(run.slice(0, index + 1))
    if (grows || totals.resolved === 0) continue
    const prefix = { trials: run.length, closed: index + 1 }
    const { right, unknown, wins, losses, byCalls } = totals
    const all = index + 1 >= next || index + 1 === run.length
    if (all) next = GROWTH * (index + 1)
    looks.push({
      closed: index + 1,
      limits: {
        accuracy: liveInterval({ ...prefix, right, unknown }),
        ...(all
          ? {
              difference: liveDifference({ ...prefix, wins, losses, unknown }),
              calls: liveCalls({ ...prefix, byCalls, budget: BUDGET }),
            }
          : {}),
      },
    })
  }
  return looks
}

function totalsOf(trials: readonly Trial[]) {
  const known = trials.filter(({ ending }) => ending !== 'blocked')
  const isRight = ({ ending }: Trial) => ending === 'right'
  return {
    resolved: known.length,
    unknown: trials.length - known.length,
    right: known.filter(isRight).length,
    wins: known.filter((trial) => isRight(trial) && !trial.baseline).length,
    losses: known.filter((trial) => !isRight(trial) && trial.baseline).length,
    byCalls: known.map(({ calls }) => ({ calls, resolved: 1 })),
  }
}

const EXACTLY = 1e-9

/** The final figures of a run, over the trials with a verdict. */
function finalOf(run: readonly Trial[]): Record<Figure, number> {
  const { resolved, right, wins, losses, byCalls } = totalsOf(run)
  return {
    accuracy: right / resolved,
    difference: (wins - losses) / resolved,
    calls: byCalls.reduce((sum, { calls }) => sum + calls, 0) / resolved,
  }
}

/** Whether a run's final figure lies outside the limits shown at some look. */
function isMissed(final: number, looks: readonly Look[], figure: Figure): boolean {
  return looks.some(({ limits: { [figure]: limits } }) => {
    return limits !== undefined && (final < limits.low - EXACTLY || final > limits.high + EXACTLY)
  })
}

/** The mean width of an interval when the given share of the trials is in the prefix. */
function meanWidth(looks: readonly (readonly Look[])[], closed: number, figure: Figure): number {
  const widths = looks.flatMap((run) => {
    const limits = run.find((look) => look.closed >= closed && look.limits[figure] !== undefined)?.limits[figure]
    return limits === undefined ? [] : [limits.high - limits.low]
  })
  return widths.reduce((sum, width) => sum + width, 0) / widths.length
}

function line(setting: Setting): boolean {
  const runs = Array.from({ length: RUNS }, () => simulate(setting))
  const looks = runs.map(looksAt)
  const missed = (['accuracy', 'difference', 'calls'] as const).map(
    (figure) => runs.filter((run, at) => isMissed(finalOf(run)[figure], looks[at] ?? [], figure)).length / RUNS,
  )
  const width = (share: number, figure: Figure) => meanWidth(looks, share * setting.trials, figure)
  const points = [0.1, 0.25, 0.5, 0.75].map((share) => (100 * width(share, 'accuracy')).toFixed(1))
  const cells = [
    setting.trials,
    setting.accuracy,
    setting.blocked,
    Math.round(looks.reduce((sum, run) => sum + run.length, 0) / RUNS),
    missed.map((share) => (100 * share).toFixed(2)).join(' / '),
    ...points,
    (100 * width(0.25, 'difference')).toFixed(1),
    width(0.25, 'calls').toFixed(1),
  ]
  console.log(`| ${cells.join(' | ')} |`)
  return missed.every((share) => share <= 0.05)
}

console.log(
  `${RUNS} simulated runs each, ${SLOTS} trials at once; mean widths when that share of the trials is in the prefix,\nin points, and in calls of a budget of ${BUDGET}.\n`,
)
console.log(
  '| trials | accuracy | blocked | looks a run | missed at any look: accuracy / difference / calls, % | accuracy at 10 % | 25 % | 50 % | 75 % | difference at 25 % | calls at 25 % |',
)
console.log(`|${' --- |'.repeat(11)}`)
const settings = [90, 240, 1319].flatMap((trials) =>
  [
    [0.9, 0],
    [0.5, 0],
    [0.9, 0.02],
  ].map(([accuracy = 0, blocked = 0]): Setting => ({ trials, accuracy, blocked })),
)
process.exitCode = settings.map(line).every(Boolean) ? 0 : 1
