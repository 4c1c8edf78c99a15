import { wilsonInterval } from '@cges-fleet/statistics'
import { BENCHMARK_FACTS, type PaperSignal } from '../profile/paper-benchmark.js'
import { type BenchmarkRun, sweepOf } from '../run/benchmark-run.js'
import { cgesSpec } from '../run/cges-spec.js'
import { type GammaTable, gammaTable, rowOf } from '../run/gamma-table.js'

/** The thresholds whose promise is checked. */
export const RISK_GAMMAS = [0.9, 0.99, 0.999] as const

/** How often CGES was wrong where it stopped by its threshold, against the 1 − γ it promises; shares. */
export interface RiskRow {
  readonly signal: PaperSignal
  readonly support: 'dynamic' | number
  readonly gamma: number
  readonly stopped: number
  readonly risk: number | null
  readonly low: number
  readonly high: number
  readonly bound: number
}

/** Checks the promise at B = 16 as run, and with a support of fixed size where the answers are options of a choice. */
export function riskRows(run: BenchmarkRun, signal: PaperSignal): RiskRow[] {
  const { wrongOptions } = BENCHMARK_FACTS[run.benchmark]
  const dynamic = sweepOf(run, signal, 16)
  const rows = (support: RiskRow['support'], riskAt: (gamma: number, place: number) => StopRisk): RiskRow[] =>
    RISK_GAMMAS.map((gamma, place) => ({ signal, support, gamma, bound: 1 - gamma, ...riskAt(gamma, place) }))
  const asRun = rows('dynamic', (gamma) => riskOf(dynamic, rowOf(gamma)))
  if (wrongOptions === null) return asRun
  const spec = cgesSpec(signal, 16, wrongOptions + 1)
  const fixed = run.replicates.map((replicate) => gammaTable(replicate, spec, RISK_GAMMAS))
  return [...asRun, ...rows(wrongOptions + 1, (_, place) => riskOf(fixed, place))]
}

type StopRisk = Pick<RiskRow, 'stopped' | 'risk' | 'low' | 'high'>

function riskOf(tables: readonly GammaTable[], row: number): StopRisk {
  let stops = 0
  let wrong = 0
  let all = 0
  for (const { questions, stopped, right } of tables) {
    for (let at = row * questions; at < (row + 1) * questions; at += 1) {
      all += 1
      if (stopped[at] !== 1) continue
      stops += 1
      if (right[at] !== 1) wrong += 1
    }
  }
  return { stopped: stops / all, risk: stops === 0 ? null : wrong / stops, ...wilsonInterval(wrong, stops) }
}
