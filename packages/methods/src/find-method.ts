import type { ReportedSpec } from './rules/external.js'
import { methodKey } from './method-key.js'
import { methodLabel } from './method-label.js'

/**
 * Finds the method a person means among some: by key, by label with or without its budget, or by its name alone if only
 * one has it. Null if none or several are meant.
 */
export function findMethod<Spec extends ReportedSpec>(methods: readonly Spec[], text: string): Spec | null {
  const wanted = text.trim()
  const readings = [methodKey, methodLabel, (spec: ReportedSpec) => methodLabel(spec).split('@')[0], nameOf]
  for (const reading of readings) {
    const found = methods.filter((spec) => reading(spec) === wanted)
    if (found.length === 1) return found[0] ?? null
  }
  return null
}

function nameOf({ method }: ReportedSpec): string {
  return method
}
