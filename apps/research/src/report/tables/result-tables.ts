import type { ResultRow } from '../../analysis/result-rows.js'
import { type Budget, BUDGETS } from '../../published.js'
import type { BenchmarkReport } from '../reproduction.js'
import { type Cell, gammaText, signed, type Table, type TableRow, written } from './table.js'

/** Beyond this a number is marked as far from the paper's. */
const FAR = { calls: 0.15, points: 1, seconds: 0.15 }

/** Calls and accuracy at each budget, as the paper's three tables have them. */
export function resultTables(benchmarks: readonly BenchmarkReport[]): Table[] {
  return BUDGETS.flatMap((budget) => [
    table(benchmarks, budget, {
      id: `calls-${budget}`,
      title: `Calls a question, B = ${budget}`,
      note: 'CGES at the efficient γ, which stands below its number (* none keeps SC’s accuracy, so the largest).',
      cell: callsCell,
      average: averageCalls,
    }),
    table(benchmarks, budget, {
      id: `accuracy-${budget}`,
      title: `Accuracy in per cent, B = ${budget}`,
      note: 'CGES’s is close to SC’s by construction: γ is chosen to match it, on the labels that judge it.',
      cell: accuracyCell,
      average: averageAccuracy,
    }),
  ])
}

/** Seconds a question at the paper's own prices. */
export function wallClockTable(benchmarks: readonly BenchmarkReport[]): Table {
  return table(benchmarks, 16, {
    id: 'wall-clock',
    title: 'Seconds a question, B = 16',
    note: 'Calls · (T_LLM + T_conf), with the prices of an answer, a confidence and a ranking taken from the paper’s table; it is throughput, not latency.',
    cell: secondsCell,
    average: (rows) => {
      const ours = meanOf(rows, (row) => row.wall?.seconds)
      const paper = meanOf(rows, (row) => row.wall?.published)
      return ours === null || paper === null ? null : relative(ours, paper, FAR.seconds)
    },
  })
}

interface Kind {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly cell: (row: ResultRow) => Cell | null
  readonly average: (rows: readonly ResultRow[]) => Cell | null
}

function table(benchmarks: readonly BenchmarkReport[], budget: Budget, kind: Kind): Table {
  const first = benchmarks.flatMap(({ rows }) => rows.filter((row) => row.budget === budget))
  const ids = [...new Map(first.map(({ id, label }) => [id, label]))]
  const whole = benchmarks.length > 1
  const rows = ids.map(([id, label]): TableRow => {
    const found = benchmarks.map(({ rows: all }) => all.find((row) => row.id === id && row.budget === budget) ?? null)
    const there = found.filter((row) => row !== null)
    const part = kind.id.startsWith('accuracy') ? 'accuracy' : 'calls'
    const kinds = new Set(there.map((row) => row.kinds[part]))
    const only = kinds.size === 1 ? [...kinds][0] : undefined
    const average = whole && there.length === benchmarks.length ? [kind.average(there)] : whole ? [null] : []
    return {
      label,
      ...(only === undefined || only === 'predicted' ? {} : { kind: only }),
      cells: [...found.map((row) => (row === null ? null : kind.cell(row))), ...average],
    }
  })
  return {
    id: kind.id,
    title: kind.title,
    note: kind.note,
    head: ['', ...benchmarks.map(({ title }) => title), ...(whole ? ['average'] : [])],
    rows: rows.filter(({ cells }) => cells.some((cell) => cell !== null)),
  }
}

function callsCell({ calls, published, gamma, qualified, budget }: ResultRow): Cell {
  const note = gamma === null ? {} : { note: `γ ${gammaText(gamma)}${qualified === true ? '' : '*'}` }
  const spread = calls.std === null || calls.mean === budget ? {} : { spread: written(calls.std, 2) }
  if (published === null) return { ours: written(calls.mean, 2), ...spread, ...note }
  return { ...relative(calls.mean, published.calls, FAR.calls), ...spread, ...note }
}

function accuracyCell({ accuracy, published }: ResultRow): Cell {
  const ours = 100 * accuracy.mean
  const spread = accuracy.std === null ? {} : { spread: written(100 * accuracy.std, 1) }
  if (published === null) return { ours: written(ours, 1), ...spread }
  return { ...points(ours, published.accuracy), ...spread }
}

function secondsCell({ wall }: ResultRow): Cell | null {
  return wall === null ? null : relative(wall.seconds, wall.published, FAR.seconds)
}

function relative(ours: number, paper: number, far: number): Cell {
  const error = ours / paper - 1
  return {
    ours: written(ours, 2),
    paper: written(paper, 2),
    difference: `${signed(100 * error, 1)} %`,
    far: Math.abs(error) > far,
  }
}

function points(ours: number, paper: number): Cell {
  return {
    ours: written(ours, 1),
    paper: written(paper, 1),
    difference: signed(ours - paper, 1),
    far: Math.abs(ours - paper) > FAR.points,
  }
}

function averageCalls(rows: readonly ResultRow[]): Cell | null {
  const ours = meanOf(rows, ({ calls }) => calls.mean)
  const paper = meanOf(rows, ({ published }) => published?.calls)
  return ours === null || paper === null ? null : relative(ours, paper, FAR.calls)
}

function averageAccuracy(rows: readonly ResultRow[]): Cell | null {
  const ours = meanOf(rows, ({ accuracy }) => 100 * accuracy.mean)
  const paper = meanOf(rows, ({ published }) => published?.accuracy)
  return ours === null || paper === null ? null : points(ours, paper)
}

function meanOf(rows: readonly ResultRow[], value: (row: ResultRow) => number | undefined): number | null {
  const values = rows.map(value)
  const known = values.filter((each) => each !== undefined)
  return known.length < rows.length ? null : known.reduce((sum, each) => sum + each, 0) / known.length
}
