import type { EvaluationView } from '@cges-fleet/core'
import { isExternal, methodKey } from '@cges-fleet/methods/replay'

/** Writes a method with one of its settings at another value, as the API reads it. */
export function keyAt(spec: EvaluationView['methods'][number]['spec'], setting: string, value: number): string {
  if (isExternal(spec)) throw new Error('a rule of another program has no settings here')
  return methodKey({ ...spec, [setting]: value })
}
