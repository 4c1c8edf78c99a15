import { GAMMA_GRID } from '@cges-fleet/methods'
import { efficientGamma, type Moments, moments } from '@cges-fleet/statistics'
import type { PaperSignal } from '../profile/paper-benchmark.js'
import type { Budget } from '../published.js'
import { type BenchmarkRun, scAccuracies, sweepOf } from '../run/benchmark-run.js'
import { atGamma, rowOf } from '../run/gamma-table.js'

/** CGES at one γ over all replicates: a share and calls a question. */
export interface AtGamma {
  readonly gamma: number
  readonly accuracy: Moments
  readonly calls: Moments
}

/** CGES at the γ the paper would choose; `qualified` is false if no γ keeps SC's accuracy. */
export interface Efficient extends AtGamma {
  readonly qualified: boolean
}

/** CGES at every γ of the grid. */
export function sweptOutcomes(run: BenchmarkRun, signal: PaperSignal, budget: Budget): AtGamma[] {
  return GAMMA_GRID.map((gamma) => outcomeAt(run, [signal, budget], gamma))
}

/** CGES at one γ of the grid. */
export function outcomeAt(run: BenchmarkRun, [signal, budget]: readonly [PaperSignal, Budget], gamma: number): AtGamma {
  const results = sweepOf(run, signal, budget).map((table) => atGamma(table, rowOf(gamma)))
  return {
    gamma,
    accuracy: moments(results.map(({ accuracy }) => accuracy)),
    calls: moments(results.map(({ calls }) => calls)),
  }
}

/** The paper's efficient γ: the smallest at most 0.2 points below SC, both averaged over replicates; chosen on the labels. */
export function efficientOutcome(run: BenchmarkRun, signal: PaperSignal, budget: Budget): Efficient {
  const sweeps = sweepOf(run, signal, budget)
  const grid = GAMMA_GRID.map((gamma, row) => ({
    gamma,
    accuracyPpBySeed: sweeps.map((table) => 100 * atGamma(table, row).accuracy),
  }))
  const sc = scAccuracies(run, budget).map((accuracy) => 100 * accuracy)
  const chosen = efficientGamma(grid, sc)
  if (chosen === null) throw new Error('the grid of gamma is empty')
  return { ...outcomeAt(run, [signal, budget], chosen.gamma), qualified: chosen.qualified }
}
