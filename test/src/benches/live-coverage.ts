import { seededRandom } from '@cges-fleet/methods'
import { liveInterval } from '@cges-fleet/statistics'

// How often the interval of a running evaluation misses where it ends, at any look: npm run coverage:live -- [runs].
// A bench, not a test: it takes minutes. Wrong trials take four times as many calls as right ones, and a look is taken
// whenever the closed prefix grows. Ends with 1 where more than 5 % of the runs were missed at any look.
const RUNS = Number(process.argv[2] ?? 2000)
const SLOTS = 32
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
  endsAt: number
}

/** So many calls one after the other, each of an exponential length. */
function secondsOf(calls: number): number {
  return Array.from({ length: calls }, () => -Math.log(1 - random.next())).reduce((sum, each) => sum + each, 0)
}

/** A run's trials in their order, each begun when a slot is free, with when it ends. */
function simulate({ trials, accuracy, blocked }: Setting): Trial[] {
  const slots: number[] = Array.from({ length: SLOTS }, () => 0)
  return Array.from({ length: trials }, (): Trial => {
    const ending = random.next() < blocked ? 'blocked' : random.next() < accuracy ? 'right' : 'wrong'
    const takes = secondsOf(ending === 'right' ? 3 : 12)
    const slot = slots.reduce((first, at, index) => (at < (slots[first] ?? 0) ? index : first), 0)
    const endsAt = (slots[slot] ?? 0) + takes
    slots[slot] = endsAt
    return { ending, endsAt }
  })
}

interface Look {
  readonly closed: number
  readonly low: number
  readonly high: number
}

/** What is shown whenever the closed prefix has grown: its trials have all ended by the latest end among them. */
function looksAt(run: readonly Trial[]): Look[] {
  const counts = { right: 0, wrong: 0, blocked: 0 }
  const looks: Look[] = []
  let until = 0
  for (const [index, { ending, endsAt }] of run.entries()) {
    counts[ending] += 1
    until = Math.max(until, endsAt)
    const grows = (run[index + 1]?.endsAt ?? Infinity) <= until
    if (grows || counts.blocked === index + 1) continue
    const { right, blocked: unknown } = counts
    looks.push({ closed: index + 1, ...liveInterval({ trials: run.length, closed: index + 1, right, unknown }) })
  }
  return looks
}

const EXACTLY = 1e-12

/** Whether a run ended where some look said that it would not: the final figure is over the trials with a verdict. */
function isMissed(run: readonly Trial[], looks: readonly Look[]): boolean {
  const count = (ending: Ending) => run.filter((trial) => trial.ending === ending).length
  const final = count('right') / (run.length - count('blocked'))
  return looks.some(({ low, high }) => final < low - EXACTLY || final > high + EXACTLY)
}

/** The mean width when a share of the trials is in the prefix, in points. */
function meanWidth(looks: readonly (readonly Look[])[], closed: number): number {
  const first = looks.flatMap((run) => run.find((look) => look.closed >= closed) ?? [])
  return (100 * first.reduce((sum, { low, high }) => sum + high - low, 0)) / first.length
}

function line(setting: Setting): boolean {
  const runs = Array.from({ length: RUNS }, () => simulate(setting))
  const looks = runs.map(looksAt)
  const missed = runs.filter((run, at) => isMissed(run, looks[at] ?? [])).length / RUNS
  const widths = [0.1, 0.25, 0.5, 0.75].map((share) => meanWidth(looks, share * setting.trials).toFixed(1))
  const mean = looks.reduce((sum, run) => sum + run.length, 0) / RUNS
  const cells = [
    setting.trials,
    setting.accuracy,
    setting.blocked,
    Math.round(mean),
    (100 * missed).toFixed(2),
    ...widths,
  ]
  console.log(`| ${cells.join(' | ')} |`)
  return missed <= 0.05
}

console.log(
  `${RUNS} simulated runs each, ${SLOTS} trials at once; widths in points when that share of the trials is in the prefix.\n`,
)
console.log('| trials | accuracy | blocked | looks a run | missed at any look, % | at 10 % | 25 % | 50 % | 75 % |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |')
const settings = [90, 240, 1319].flatMap((trials) =>
  [
    [0.9, 0],
    [0.5, 0],
    [0.9, 0.02],
  ].map(([accuracy = 0, blocked = 0]): Setting => ({ trials, accuracy, blocked })),
)
process.exitCode = settings.map(line).every(Boolean) ? 0 : 1
