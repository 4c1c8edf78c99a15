import type { MethodSpec } from './method-spec.js'

/** Writes a method's parameters, budget aside, as its short form does: sorted by name, every value as text. */
export function writtenParameters(spec: MethodSpec): { readonly name: string; readonly value: string }[] {
  const { method: _method, budget: _budget, ...parameters } = spec
  return Object.entries(parameters)
    .map(([name, value]) => ({ name, value: String(typeof value === 'object' ? value.fixed : value) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
