import type { MethodSpec } from './method-spec.js'
import { readsWindow } from './reads-window.js'

/** Lists by how many tokens a group these methods read a sample's confidence, each once, ascending; empty if none does. */
export function requiredWindows(specs: readonly MethodSpec[]): number[] {
  const windows = new Set(specs.flatMap((spec) => readsWindow(spec) ?? []))
  return [...windows].toSorted((a, b) => a - b)
}
