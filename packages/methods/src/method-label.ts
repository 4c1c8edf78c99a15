import { METHOD_PARAMETERS } from './method-parameters.js'
import { isExternal, type ReportedSpec } from './rules/external.js'
import { writtenParameters } from './written-parameters.js'

/**
 * Returns a method's name for people: its short form without parameters that have their default, such as `asc-beta@16`.
 */
export function methodLabel(spec: ReportedSpec): string {
  const known = isExternal(spec) ? [] : METHOD_PARAMETERS[spec.method].parameters
  const parameters = writtenParameters(spec)
    .filter(({ name, value }) => known.find((each) => each.name === name)?.preset !== value)
    .map(({ name, value }) => `${name}=${value}`)
  return `${[spec.method, parameters.join(',')].filter((part) => part !== '').join(':')}@${spec.budget}`
}
