import type { MethodSpec } from './method-spec.js'
import { writtenParameters } from './written-parameters.js'

/**
 * Names a method for good: its short form with parameters sorted, defaults written out and the budget at the end,
 * such as `esc:answerFrom=plurality,window=4@16`. Two specs have one key only where they decide alike.
 */
export function methodKey(spec: MethodSpec): string {
  const parameters = writtenParameters(spec).map(({ name, value }) => `${name}=${value}`)
  return `${[spec.method, parameters.join(',')].filter((part) => part !== '').join(':')}@${spec.budget}`
}
