import type { MethodSpec } from './method-spec.js'

/** Says why the fleet cannot run a method yet, though it can be computed offline; null where it can. */
export function fleetRefusal(spec: MethodSpec): string | null {
  if (spec.method === 'cges' && spec.confidence === 'rm') {
    return 'confidence=rm needs a reward server, and none is configured; use cges replay on recorded rewards'
  }
  return null
}
