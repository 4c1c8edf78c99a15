import type { MethodSpec } from './method-spec.js'
import { methodKey } from './method-key.js'
import { methodLabel } from './method-label.js'

/**
 * Finds the method a person means among some: by key, by label with or without its budget, or by its name alone where
 * only one has it. Null where none or several are meant.
 */
export function findMethod(methods: readonly MethodSpec[], text: string): MethodSpec | null {
  const wanted = text.trim()
  const readings = [methodKey, methodLabel, (spec: MethodSpec) => methodLabel(spec).split('@')[0], nameOf]
  for (const reading of readings) {
    const found = methods.filter((spec) => reading(spec) === wanted)
    if (found.length === 1) return found[0] ?? null
  }
  return null
}

function nameOf({ method }: MethodSpec): string {
  return method
}
