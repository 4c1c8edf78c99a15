import { ruleOf } from './rules/all-rules.js'
import { isExternal, type ReportedSpec } from './rules/external.js'
import type { Parameter } from './rules/parameter.js'
import { parametersOf } from './rules/shared-parameters.js'

/**
 * Returns a method's canonical name: its short form with parameters sorted, defaults written out and the budget at the
 * end, such as `esc:answerFrom=plurality,window=4@16`. Two specs have the same key only if they decide alike.
 */
export function methodKey(spec: ReportedSpec): string {
  const parameters = writtenParameters(spec).map(({ name, value }) => `${name}=${value}`)
  return `${[spec.method, parameters.join(',')].filter((part) => part !== '').join(':')}@${spec.budget}`
}

/** Formats a method's parameters, budget aside, as its short form does: sorted by name, every value as text. */
export function writtenParameters(spec: ReportedSpec): { readonly name: string; readonly value: string }[] {
  if (isExternal(spec)) return [{ name: 'name', value: spec.name }]
  const values = new Map<string, unknown>(Object.entries(spec))
  return Object.entries(parametersOf(ruleOf(spec)))
    .filter(([name]) => values.get(name) !== undefined)
    .map(([name, parameter]) => ({ name, value: written(values.get(name), parameter) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function written(value: unknown, parameter: Parameter): string {
  if (parameter.reads === 'pair' && Array.isArray(value)) return value.join(parameter.separator)
  const plain = typeof value === 'object' && value !== null && 'fixed' in value ? value.fixed : value
  return String(plain)
}
