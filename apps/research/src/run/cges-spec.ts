import type { TrialMethodSpec } from '@cges-fleet/methods'
import type { PaperSignal } from '../profile/paper-benchmark.js'

export type CgesSpec = Extract<TrialMethodSpec, { method: 'cges' }>

/** CGES as the paper ran it, with a signal and a budget; γ is the sweep's, `fixed` a closed set's number of answers. */
export function cgesSpec(confidence: PaperSignal | 'constant', budget: number, fixed?: number): CgesSpec {
  return {
    method: 'cges',
    confidence,
    gamma: 0.999,
    minSamples: 1,
    support: fixed === undefined ? 'dynamic' : { fixed },
    otherStops: false,
    budget,
  }
}
