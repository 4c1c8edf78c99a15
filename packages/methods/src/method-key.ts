import type { ReportedSpec } from './rules/external.js'
import { writtenParameters } from './written-parameters.js'

/**
 * Returns a method's canonical name: its short form with parameters sorted, defaults written out and the budget at the
 * end, such as `esc:answerFrom=plurality,window=4@16`. Two specs have the same key only if they decide alike.
 */
export function methodKey(spec: ReportedSpec): string {
  const parameters = writtenParameters(spec).map(({ name, value }) => `${name}=${value}`)
  return `${[spec.method, parameters.join(',')].filter((part) => part !== '').join(':')}@${spec.budget}`
}
