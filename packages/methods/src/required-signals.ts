import { ConfidenceSignal } from './confidence/confidence-signal.js'
import type { MethodSpec } from './method-spec.js'

/** Lists the confidence signals a sample must carry before these methods can read it, each once, in a fixed order. */
export function requiredSignals(specs: readonly MethodSpec[]): ConfidenceSignal[] {
  return ConfidenceSignal.options.filter((signal) =>
    specs.some((spec) => spec.method === 'cges' && spec.confidence === signal),
  )
}
