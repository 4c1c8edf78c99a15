import type { DriftCorrelation } from '../analysis/drift.js'
import type { DriftSlices, SlicePrediction } from '../analysis/drift-slices.js'
import type { AtGamma } from '../analysis/efficient.js'
import type { FigureRow } from '../analysis/figure-one.js'
import type { HeldOut } from '../analysis/held-out.js'
import type { IdealRisk } from '../analysis/ideal-risk.js'
import type { NoiseRow } from '../analysis/noise.js'
import type { Pareto } from '../analysis/pareto.js'
import type { ResultRow } from '../analysis/result-rows.js'
import type { RiskRow } from '../analysis/risk.js'
import type { SignalRow } from '../analysis/signal-table.js'
import type { TheoryRow } from '../analysis/ideal-model.js'
import type { TopOfCurve } from '../analysis/top-of-curve.js'
import type { PaperBenchmark, PaperSignal } from '../profile/paper-benchmark.js'

/** CGES at one γ that saw no labels, B = 16; shares. */
export interface FixedGammaRow extends AtGamma {
  readonly signal: PaperSignal
  /** Against SC at B = 16. */
  readonly difference: number
}

/** Everything said of one benchmark. */
export interface BenchmarkReport {
  readonly benchmark: PaperBenchmark
  readonly title: string
  readonly origin: 'simulated' | 'recorded'
  readonly questions: number
  readonly replicates: number
  readonly notes: readonly string[]
  readonly rows: readonly ResultRow[]
  readonly signals: readonly SignalRow[]
  /** CGES's calls at γ = .999 and B = 16 where one confidence weighs all answers: what counting alone gives. */
  readonly constantCalls: number
  readonly fixedGamma: readonly FixedGammaRow[]
  readonly heldOut: readonly HeldOut[]
  readonly risk: readonly RiskRow[]
  readonly noise: readonly NoiseRow[]
  readonly pareto: Pareto
  readonly top: readonly TopOfCurve[]
  readonly slices: readonly DriftSlices[]
}

/** One figure that was to be reached. */
export interface Gate {
  readonly what: string
  readonly wanted: string
  readonly found: string
  readonly reached: boolean
}

/** A reproduction of the paper's experiments, before it is laid out for anyone; `cges research reproduce --json` prints it. */
export interface Reproduction {
  readonly source: string
  readonly origin: 'simulated' | 'recorded'
  /** Fewer replicates, so that chance is larger; the gates are then not to be judged. */
  readonly quick: boolean
  readonly benchmarks: readonly BenchmarkReport[]
  readonly correlations: readonly DriftCorrelation[]
  readonly idealRisk: readonly IdealRisk[]
  /** The paper's limits, simulated, whatever the benchmarks are. */
  readonly theory: readonly TheoryRow[]
  readonly figureOne: readonly FigureRow[]
  /** How well μ̂ on a small slice tells what CGES saves. */
  readonly slicePredictions: readonly SlicePrediction[]
  readonly gates: readonly Gate[]
}
