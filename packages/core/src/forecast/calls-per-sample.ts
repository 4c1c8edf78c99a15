import { type MethodSpec, requiredSignals } from '@cges-fleet/methods'

/** Returns how many calls a sample of these methods takes: its draw, and its score if a method reads a reward model. */
export function callsPerSample(methods: readonly MethodSpec[]): 1 | 2 {
  return requiredSignals(methods).includes('rm') ? 2 : 1
}
