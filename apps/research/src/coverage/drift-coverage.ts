import { seededRandom } from '@cges-fleet/methods'
import { type Homogeneity, liveInterval, startHomogeneity, watchHomogeneity } from '@cges-fleet/statistics'
import { driftingRun, type DriftingTrial, type SimulatedServer } from './drifting-fleet.js'

// How often live intervals miss where servers differ, with and without the alarm, and how often it is false:
// npm run research -- coverage drift [runs]. A bench, not a test: it takes minutes.
const RUNS = Number(process.argv[2] ?? 500)
const ACCURACY = 0.75
const LATE = 0.75
const random = seededRandom('drift coverage')

const alike = (slots: number, slow = 1): SimulatedServer => ({ slots, slow, oddsAt: () => 1 })
const wrong = (slots: number, slow: number, odds: number): SimulatedServer => ({ slots, slow, oddsAt: () => odds })
const badFrom = (slots: number, share: number, odds: number): SimulatedServer => ({
  slots,
  slow: 1,
  oddsAt: (begun) => (begun >= share ? odds : 1),
})

const SETTINGS: readonly (readonly [string, readonly SimulatedServer[]])[] = [
  ['alike: two servers', [alike(16), alike(16)]],
  ['alike: one of two four times as slow', [alike(16), alike(16, 4)]],
  ['alike: eight servers, two of them slow', [...Array.from({ length: 6 }, () => alike(4)), alike(4, 3), alike(4, 6)]],
  ['one of two slow (4×) and worse (odds ÷ 4)', [alike(16), wrong(16, 4, 1 / 4)]],
  ['one of two slow (4×) and mostly wrong (odds ÷ 20)', [alike(16), wrong(16, 4, 1 / 20)]],
  ['one of two worse from midway (odds ÷ 4)', [alike(16), badFrom(16, 0.5, 1 / 4)]],
  ['one of two mostly wrong from midway (odds ÷ 20)', [alike(16), badFrom(16, 0.5, 1 / 20)]],
  [
    'one of eight mostly wrong from midway (odds ÷ 20)',
    [...Array.from({ length: 7 }, () => alike(4)), badFrom(4, 0.5, 1 / 20)],
  ],
  ['both worse from midway (odds ÷ 4)', [badFrom(16, 0.5, 1 / 4), badFrom(16, 0.5, 1 / 4)]],
]

interface Judged {
  /** At any look. */
  readonly missed: boolean
  /** At the last look before three quarters of the trials were closed: without the alarm, and as shown with it. */
  readonly missedLate: boolean
  readonly shownLate: boolean
  readonly alarm: Homogeneity['alarm']
}

/** Looks whenever the closed prefix has grown; an interval is shown while there is no alarm. */
function judge(run: readonly DriftingTrial[], seed: string): Judged {
  const share = run.filter(({ right }) => right).length / run.length
  let until = 0
  let from = 0
  let right = 0
  let state = startHomogeneity()
  let missed = false
  let missedLate = false
  let shownLate = false
  for (const [at, trial] of run.entries()) {
    until = Math.max(until, trial.endsAt)
    right += trial.right ? 1 : 0
    if ((run[at + 1]?.endsAt ?? Infinity) <= until) continue
    const fresh = run.slice(from, at + 1).map(({ first }) => first)
    from = at + 1
    state = watchHomogeneity(state, fresh, seed)
    const { low, high } = liveInterval({ trials: run.length, closed: at + 1, right, unknown: 0 })
    const misses = share < low - 1e-9 || share > high + 1e-9
    missed ||= misses
    if (from > LATE * run.length) continue
    missedLate = misses
    shownLate = misses && state.alarm === null
  }
  return { missed, missedLate, shownLate, alarm: state.alarm }
}

const percent = (share: number) => (100 * share).toFixed(1)

function line([name, servers]: (typeof SETTINGS)[number], trials: number): void {
  const judged = Array.from({ length: RUNS }, (_, run) =>
    judge(driftingRun(random, { trials, accuracy: ACCURACY, servers }), `${name} ${trials} ${run}`),
  )
  const share = (of: (each: Judged) => boolean) => judged.filter(of).length / RUNS
  const bad = `server-${servers.length - 1}`
  const at = judged.flatMap(({ alarm }) => alarm?.at ?? []).toSorted((one, other) => one - other)
  const cells = [
    name,
    trials,
    percent(share(({ missed }) => missed)),
    percent(share(({ missedLate }) => missedLate)),
    percent(share(({ shownLate }) => shownLate)),
    percent(share(({ alarm }) => alarm !== null)),
    percent(share(({ alarm }) => alarm?.server === bad)),
    at.length === 0 ? '–' : percent((at[Math.floor(at.length / 2)] ?? 0) / trials),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

console.log(`${RUNS} simulated runs each; accuracy about ${100 * ACCURACY} % of samples before servers differ.\n`)
console.log(
  '| servers | trials | missed at any look, % | missed at three quarters of the run, % | the same while shown, with the alarm, % | alarms, % of runs | naming the last server, % | median trial of the alarm, % of the run |',
)
console.log(`|${' --- |'.repeat(8)}`)
for (const setting of SETTINGS) for (const trials of [240, 1319]) line(setting, trials)
