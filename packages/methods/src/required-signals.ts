import { ConfidenceSignal } from './confidence/confidence-signal.js'
import type { MethodSpec } from './method-spec.js'
import { readsSignal } from './reads-signal.js'

/** Lists the confidence signals a sample must carry for these methods to use it, each once, in a fixed order. */
export function requiredSignals(specs: readonly MethodSpec[]): ConfidenceSignal[] {
  return ConfidenceSignal.options.filter((signal) => specs.some((spec) => readsSignal(spec) === signal))
}
