import type { MethodSpec } from './method-spec.js'
import { METHOD_PARAMETERS } from './method-parameters.js'
import { writtenParameters } from './written-parameters.js'

/** Names a method for people: its short form without the parameters that have their default, such as `asc-beta@16`. */
export function methodLabel(spec: MethodSpec): string {
  const known = METHOD_PARAMETERS[spec.method].parameters
  const parameters = writtenParameters(spec)
    .filter(({ name, value }) => known.find((each) => each.name === name)?.preset !== value)
    .map(({ name, value }) => `${name}=${value}`)
  return `${[spec.method, parameters.join(',')].filter((part) => part !== '').join(':')}@${spec.budget}`
}
