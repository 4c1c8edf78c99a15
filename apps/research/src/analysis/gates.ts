import { median } from '@cges-fleet/statistics'
import type { Budget } from '../published.js'
import type { BenchmarkReport, Gate } from '../report/reproduction.js'
import type { ResultRow } from './result-rows.js'
import { spearman } from './spearman.js'

/** Two numbers that should be near. */
interface Pair {
  readonly ours: number
  readonly paper: number
}

/** Checks each target figure of the simulation; the limits were set before it was run. */
export function gatesOf(benchmarks: readonly BenchmarkReport[]): Gate[] {
  return [...fittedGates(benchmarks), replayGate(benchmarks), ...fixedGates(benchmarks), ...efficientGates(benchmarks)]
}

function fittedGates(benchmarks: readonly BenchmarkReport[]): Gate[] {
  const calls = benchmarks.flatMap(({ rows }) =>
    rows.flatMap((row) => (row.kinds.calls === 'fitted' ? callsPair(row) : [])),
  )
  const [aime, others] = [true, false].map((wanted) =>
    benchmarks.filter(({ benchmark }) => (benchmark === 'aime24') === wanted),
  )
  return [
    largest('fitted calls (ESC, ASC-β)', 0.01, calls),
    ...accuracyGate('fitted accuracy, without AIME24', 0.3, others ?? []),
    ...accuracyGate('fitted accuracy, AIME24', 1, aime ?? []),
  ]
}

/**
 * The gate on the largest difference in points, naming its place and the standard error due to chance alone; none
 * without a benchmark.
 */
function accuracyGate(what: string, most: number, benchmarks: readonly BenchmarkReport[]): Gate[] {
  const differences = benchmarks.flatMap(({ title, rows, replicates }) =>
    rows.flatMap(({ kinds, accuracy, published, label, budget }) => {
      if (kinds.accuracy !== 'fitted' || published === null) return []
      const points = Math.abs(100 * accuracy.mean - published.accuracy)
      return [{ points, where: `${title}, ${label}, B = ${budget}; ${standardError(accuracy.std, replicates)}` }]
    }),
  )
  const found = differences.toSorted((a, b) => b.points - a.points)[0]
  if (found === undefined) return []
  return [
    {
      what,
      wanted: `all within ${most} points`,
      found: `largest difference ${found.points.toFixed(2)} points (${found.where})`,
      reached: found.points <= most,
    },
  ]
}

function standardError(std: number | null, replicates: number): string {
  if (std === null) return 'one replicate, too few for a standard error'
  return `standard error ${((100 * std) / Math.sqrt(replicates)).toFixed(2)}`
}

function replayGate(benchmarks: readonly BenchmarkReport[]): Gate {
  const pairs = rowsOf(benchmarks, 16, (id) => id === 'asc-dirichlet-replay').flatMap(callsPair)
  return largest('ASC-Dirichlet in the replay of the reference’s defect, B = 16', 0.015, pairs)
}

function fixedGates(benchmarks: readonly BenchmarkReport[]): Gate[] {
  const pairs = (rm: boolean): Pair[] =>
    benchmarks.flatMap(({ signals }) =>
      signals
        .filter(({ signal }) => rm || signal !== 'rm')
        .map(({ calls, publishedCalls }) => ({ ours: calls, paper: publishedCalls })),
    )
  const token = pairs(false)
  const all = pairs(true)
  const near = all.filter((pair) => errorOf(pair) <= 0.15).length / all.length
  return [
    rank('γ = .999, token signals: Spearman’s ρ', 0.98, token),
    ...nullModels(benchmarks, token),
    middle('γ = .999, token signals: median error', 0.05, token),
    largest('γ = .999, token signals', 0.15, token),
    rank('γ = .999, all signals: Spearman’s ρ', 0.95, all),
    {
      what: 'γ = .999, all signals',
      wanted: '90 % within 15 %',
      found: `${(100 * near).toFixed(0)} % of ${all.length}`,
      reached: near >= 0.9,
    },
  ]
}

/**
 * What knows nothing of a signal, beside the rank correlation of the token signals' cells: the paper's own mean over a
 * benchmark's signals, and CGES with one confidence for all answers. Most of the correlation is between benchmarks.
 */
function nullModels(benchmarks: readonly BenchmarkReport[], token: readonly Pair[]): Gate[] {
  const cells = benchmarks.map(({ signals, constantCalls }) => {
    const printed = signals.filter(({ signal }) => signal !== 'rm').map(({ publishedCalls }) => publishedCalls)
    return { printed, mean: printed.reduce((sum, each) => sum + each, 0) / printed.length, constantCalls }
  })
  const pairs = (ours: (cell: (typeof cells)[number]) => number): Pair[] =>
    cells.flatMap((cell) => cell.printed.map((paper) => ({ ours: ours(cell), paper })))
  const reached = rankOf(token)
  return (
    [
      ['a benchmark’s mean alone', pairs(({ mean }) => mean)],
      ['one confidence for all answers', pairs(({ constantCalls }) => constantCalls)],
    ] as const
  ).flatMap(([what, cells]) => {
    const found = rankOf(cells)
    if (Number.isNaN(found)) return []
    return [
      {
        what: `null model, ${what}: Spearman’s ρ`,
        wanted: `below ${reached.toFixed(3)}`,
        found: `${found.toFixed(3)}, median error ${percentOf(median(cells.map(errorOf)) ?? Number.NaN)}, ${cells.length} cells`,
        reached: found < reached,
      },
    ]
  })
}

function efficientGates(benchmarks: readonly BenchmarkReport[]): Gate[] {
  const limits: readonly (readonly [Budget, number])[] = [
    [16, 0.18],
    [8, 0.08],
    [4, 0.12],
  ]
  return limits.map(([budget, most]) => {
    const rows = rowsOf(benchmarks, budget, (id) => id.startsWith('cges-') && id !== 'cges-rm')
    return middle(`efficient γ, token signals, B = ${budget}: median error`, most, rows.flatMap(callsPair))
  })
}

function rowsOf(benchmarks: readonly BenchmarkReport[], budget: Budget, wanted: (id: string) => boolean): ResultRow[] {
  return benchmarks.flatMap(({ rows }) => rows.filter((row) => row.budget === budget && wanted(row.id)))
}

function callsPair({ calls, published }: ResultRow): Pair[] {
  return published === null ? [] : [{ ours: calls.mean, paper: published.calls }]
}

function errorOf({ ours, paper }: Pair): number {
  return Math.abs(ours / paper - 1)
}

function largest(what: string, most: number, pairs: readonly Pair[]): Gate {
  const found = Math.max(0, ...pairs.map(errorOf))
  return {
    what,
    wanted: `all within ${percentOf(most)}`,
    found: `largest error ${percentOf(found)}, ${pairs.length} cells`,
    reached: found <= most,
  }
}

function middle(what: string, most: number, pairs: readonly Pair[]): Gate {
  const found = median(pairs.map(errorOf)) ?? Number.NaN
  return {
    what,
    wanted: `≤ ${percentOf(most)}`,
    found: `${percentOf(found)}, ${pairs.length} cells`,
    reached: found <= most,
  }
}

function rank(what: string, least: number, pairs: readonly Pair[]): Gate {
  const found = rankOf(pairs)
  return { what, wanted: `≥ ${least}`, found: `${found.toFixed(3)}, ${pairs.length} cells`, reached: found >= least }
}

function rankOf(pairs: readonly Pair[]): number {
  const correlation = spearman(
    pairs.map(({ ours }) => ours),
    pairs.map(({ paper }) => paper),
  )
  return correlation ?? Number.NaN
}

function percentOf(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`
}
