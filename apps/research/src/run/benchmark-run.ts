import type { PaperBenchmark, PaperSignal } from '../profile/paper-benchmark.js'
import { type Budget, BUDGETS } from '../published.js'
import { BASELINE_ROWS, runRow, type RowResult } from './baselines.js'
import { cgesSpec } from './cges-spec.js'
import { type GammaTable, gammaTable } from './gamma-table.js'
import type { Replicate } from './replicate.js'

/** The input of a run: a benchmark's replicates, drawn from a profile or permuted from recorded samples. */
export interface BenchmarkSource {
  readonly benchmark: PaperBenchmark
  readonly origin: 'simulated' | 'recorded'
  /** The caveat on recorded answers from no model worth comparing; null or left out for others. */
  readonly mark?: string | null
  readonly signals: readonly PaperSignal[]
  /** Points by which the paper's SC exceeds the SC that is drawn here, as a share. */
  readonly scOffset: (budget: Budget) => number
  readonly replicates: readonly Replicate[]
}

/** Every method on every replicate of a benchmark, by replicate. */
export interface BenchmarkRun extends BenchmarkSource {
  readonly questions: number
  /** By `id@budget`. */
  readonly baselines: ReadonlyMap<string, readonly RowResult[]>
  /** By `signal@budget`. */
  readonly sweeps: ReadonlyMap<string, readonly GammaTable[]>
}

/** Runs SC, ESC, ASC, DSC and CGES at all γ and budgets on the same samples; `onShare` hears how much has begun. */
export function runBenchmark(source: BenchmarkSource, onShare: (share: number) => void): BenchmarkRun {
  const { replicates, signals } = source
  const parts = BASELINE_ROWS.reduce((sum, row) => sum + row.budgets.length, 0) + signals.length * BUDGETS.length
  let done = 0
  const onPart = () => onShare((done += 1) / parts)
  const baselines = BASELINE_ROWS.flatMap((row) =>
    row.budgets.flatMap((budget) => {
      onPart()
      const results = replicates.flatMap((replicate) => runRow(row, budget, replicate) ?? [])
      return results.length === 0 ? [] : [[`${row.id}@${budget}`, results] as const]
    }),
  )
  const sweeps = signals.flatMap((signal) =>
    BUDGETS.map((budget) => {
      onPart()
      return [
        `${signal}@${budget}`,
        replicates.map((replicate) => gammaTable(replicate, cgesSpec(signal, budget))),
      ] as const
    }),
  )
  return {
    ...source,
    questions: replicates[0]?.pools.length ?? 0,
    baselines: new Map(baselines),
    sweeps: new Map(sweeps),
  }
}

export function sweepOf(run: BenchmarkRun, signal: PaperSignal, budget: Budget): readonly GammaTable[] {
  return run.sweeps.get(`${signal}@${budget}`) ?? []
}

/** SC's accuracy by replicate as a share, with the offset of a benchmark whose SC contradicts its other rows. */
export function scAccuracies(run: BenchmarkRun, budget: Budget): number[] {
  return (run.baselines.get(`sc@${budget}`) ?? []).map(({ accuracy }) => accuracy + run.scOffset(budget))
}
