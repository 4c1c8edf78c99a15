import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MethodsUntil } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import { startHomogeneity, watchHomogeneity, wilsonInterval } from '@cges-fleet/statistics'
import { ROOT } from '../frontier/recordings.js'
import type { Table } from '../frontier/tables.js'
import { driftingRun, type DriftingTrial, type SimulatedServer } from './drifting-fleet.js'
import { endOf, type EndedRun, type Population, untilRun } from './until-runs.js'

// After how many questions evaluations end by their `until`, and how often what they then say is wrong, with a look at
// every round: npm run research -- coverage until [runs]. A bench, not a test: it takes ten minutes of processor time. Writes docs/data/until.json, exits with
// 1 if more than 5 % of the runs of a row were wrong whose answers do not drift.
const RUNS = Number(process.argv[2] ?? 2000)
const AT_LEAST = 50

const BENCHMARKS = [
  { name: 'MATH500, 500', questions: 500, accuracy: 0.81, slots: 32 },
  { name: 'GSM8K, 1,319', questions: 1319, accuracy: 0.94, slots: 64 },
  { name: 'MMLU-Pro, 12,032', questions: 12_032, accuracy: 0.63, slots: 512 },
] as const
type Benchmark = (typeof BENCHMARKS)[number]

/** Shares of the questions that the other method wins and loses, and the same as people read them. */
const CHANGES = [
  [0.01, 0.01],
  [0.02, 0.02],
  [0.02, 0.05],
] as const

interface Goal {
  readonly name: string
  readonly until: MethodsUntil
}

const narrow = (points: number): Goal => ({
  name: `accuracy: ${points}`,
  until: { kind: 'accuracy', width: points / 100, atLeast: AT_LEAST },
})
const decided = (points: number): Goal => ({
  name: `decided, margin ${points}`,
  until: { kind: 'decided', baseline: 'm0', margin: points / 100, atLeast: AT_LEAST },
})
const best = (points: number): Goal => ({
  name: `best, margin ${points}`,
  until: { kind: 'best', margin: points / 100, atLeast: AT_LEAST },
})

interface Row {
  readonly cells: readonly string[]
  readonly ended: readonly EndedRun[]
  readonly questions: number
}

/** Runs of one population, each judged by every goal. */
function rowsOf(benchmark: Benchmark, label: string, population: Population, goals: readonly Goal[]): Row[] {
  const random = seededRandom(`until ${benchmark.name} ${label}`)
  const runs = Array.from({ length: RUNS }, () => {
    const run = untilRun(population, benchmark.slots, random)
    return goals.map(({ until }) => endOf(until, run))
  })
  return goals.map(({ name }, at) => {
    const row: Row = {
      cells: [benchmark.name, label, name],
      questions: population.questions,
      ended: runs.flatMap((ended) => ended[at] ?? []),
    }
    console.log(`| ${cellsOf(row).join(' | ')} |`)
    return row
  })
}

function pairedRows(benchmark: Benchmark): Row[] {
  const count = (share: number) => Math.round(share * benchmark.questions)
  return CHANGES.flatMap(([wins, losses], at) =>
    rowsOf(
      benchmark,
      `${100 * wins} % / ${100 * losses} %`,
      { ...benchmark, others: [{ wins: count(wins), losses: count(losses) }] },
      [...(at === 0 ? [narrow(4), narrow(6)] : []), decided(1), decided(2)],
    ),
  )
}

/** Three methods, of which one is worse; and two that differ by the margin and one question, where a wrong word is likeliest. */
function hardRows(benchmark: Benchmark): Row[] {
  const count = (share: number) => Math.round(share * benchmark.questions)
  const three = [
    { wins: count(0.01), losses: count(0.01) },
    { wins: count(0.02), losses: count(0.08) },
  ]
  const edge = (margin: number) => ({
    wins: count(0.02),
    losses: count(0.02) + Math.floor(margin * benchmark.questions) + 1,
  })
  return [
    ...rowsOf(benchmark, '1 % / 1 %, 2 % / 8 %', { ...benchmark, others: three }, [best(1), best(2)]),
    ...rowsOf(benchmark, '2 %, one question over the margin', { ...benchmark, others: [edge(0.02)] }, [
      decided(2),
      best(2),
    ]),
  ]
}

const alike = (slots: number): SimulatedServer => ({ slots, slow: 1, oddsAt: () => 1 })
const badFrom = (slots: number, share: number, odds: number): SimulatedServer => ({
  slots,
  slow: 1,
  oddsAt: (begun) => (begun >= share ? odds : 1),
})

const FLEETS: readonly (readonly [string, readonly SimulatedServer[]])[] = [
  ['alike', [alike(16), alike(16)]],
  ['one of two slow (4×) and worse (odds ÷ 4)', [alike(16), { slots: 16, slow: 4, oddsAt: () => 1 / 4 }]],
  ['one of two worse from midway (odds ÷ 4)', [alike(16), badFrom(16, 0.5, 1 / 4)]],
  ['both worse from midway (odds ÷ 4)', [badFrom(16, 0.5, 1 / 4), badFrom(16, 0.5, 1 / 4)]],
]
const DRIFTING = 1319

/** Votes of up to seven samples beside the first sample alone, on servers that differ; with the alarm and without it. */
function driftRows([name, servers]: (typeof FLEETS)[number]): string[][] {
  const random = seededRandom(`until drift ${name}`)
  const goals = [narrow(8), decided(2)]
  const runs = Array.from({ length: RUNS }, (_, seed) => {
    const run = driftingRun(random, { trials: DRIFTING, accuracy: 0.75, servers })
    return goals.map(({ until }) => driftEnd(until, run, `${name} ${seed}`))
  })
  return goals.map(({ name: goal }, at) => {
    const both = runs.flatMap((each) => each[at] ?? [])
    const wrong = (of: 'bare' | 'watched') => shareCell(both.filter((each) => each[of].isWrong).length)
    const cells = [
      name,
      goal,
      share(mean(both.map(({ watched }) => watched.closed / DRIFTING))),
      wrong('bare'),
      wrong('watched'),
      percent(both.filter(({ alarm }) => alarm).length / RUNS),
    ]
    console.log(`| ${cells.join(' | ')} |`)
    return cells
  })
}

function driftEnd(until: MethodsUntil, drifted: readonly DriftingTrial[], seed: string) {
  const run = {
    methods: 2,
    right: Uint8Array.from(drifted, ({ right, first }) => Number(right) + 2 * Number(first.right)),
    endsAt: Float64Array.from(drifted, ({ endsAt }) => endsAt),
  }
  let state = startHomogeneity()
  let from = 0
  const watched = endOf(until, run, (closed) => {
    const fresh = drifted.slice(from, closed).map(({ first }) => first)
    state = watchHomogeneity(state, fresh, seed)
    from = closed
    return state.alarm === null
  })
  return { bare: endOf(until, run), watched, alarm: state.alarm !== null }
}

function cellsOf({ cells, ended, questions }: Row): string[] {
  return [
    ...cells,
    share(mean(ended.map(({ closed }) => closed / questions))),
    shareCell(ended.filter(({ isMissed }) => isMissed).length),
    shareCell(ended.filter(({ isWrong }) => isWrong).length),
  ]
}

function shareCell(part: number): string {
  const { low, high } = wilsonInterval(part, RUNS)
  return `${percent(part / RUNS)} [${percent(low)}–${percent(high)}]`
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

const percent = (of: number) => (100 * of).toFixed(1)
const share = (of: number) => of.toFixed(2).replace(/^0/u, '')

const rows = BENCHMARKS.flatMap((benchmark) => [...pairedRows(benchmark), ...hardRows(benchmark)])
const drift = FLEETS.flatMap(driftRows)
const tables: Table[] = [
  {
    title: 'Ends and errors',
    about: `${RUNS.toLocaleString('en-US')} simulated runs a row, a look whenever the front moves, from ${AT_LEAST} questions on; 32, 64 and 512 questions at once, wrong ones four times as long. *Missed*: at some look a limit was wrong about all questions.`,
    head: ['benchmark', 'won / lost', 'until', 'share of questions', 'missed at any look, %', 'wrong at the end, %'],
    rows: rows.map(cellsOf),
  },
  {
    title: 'Servers that drift',
    about: `${RUNS.toLocaleString('en-US')} runs a row of ${DRIFTING.toLocaleString('en-US')} questions: votes of up to seven samples beside the first sample alone. After an alarm a run goes on to its last question.`,
    head: ['servers', 'until', 'share of questions', 'wrong without the alarm, %', 'wrong, %', 'alarms, % of runs'],
    rows: drift,
  },
]
writeFileSync(join(ROOT, 'docs/data/until.json'), `${JSON.stringify(tables, null, 1)}\n`)
const isKept = rows.every(({ ended }) => ended.filter(({ isWrong }) => isWrong).length <= 0.05 * RUNS)
process.exitCode = isKept ? 0 : 1
