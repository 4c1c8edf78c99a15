import { type MethodSpec, RULES } from './rules/all-rules.js'
import type { Parameter } from './rules/parameter.js'
import { parametersOf } from './rules/parameters-of.js'

/** A parameter's value in the short form; a `preset` of undefined means that it must be given, unless it is `optional`. */
export type MethodParameter = {
  readonly name: string
  readonly reads: Parameter['reads']
  readonly preset?: string
  readonly optional?: true
  /** The separator between the two numbers of a pair. */
  readonly separator?: string
  readonly range: string
  /** Its values, if they can be listed. */
  readonly options?: readonly string[]
  /** Its effect, for people choosing it. */
  readonly about: string
}

export type MethodParameters = {
  readonly parameters: readonly MethodParameter[]
  readonly example: string
  /** When it stops, for people choosing it. */
  readonly about: string
}

/** The parameters of each method besides its budget, sorted by name, with their documentation for users. */
export const METHOD_PARAMETERS = byName(
  RULES.map((rule) => {
    const { name, example, about } = rule
    const told = Object.entries(parametersOf(rule)).map(([key, parameter]) => parameterOf(key, parameter))
    return [name, { parameters: told, example, about }]
  }),
)

function parameterOf(name: string, parameter: Parameter): MethodParameter {
  const { reads, range, about } = parameter
  const preset = 'preset' in parameter ? parameter.preset : undefined
  const options = reads === 'flag' ? ['false', 'true'] : 'options' in parameter ? parameter.options : undefined
  return {
    name,
    reads,
    ...(preset === undefined ? {} : { preset: String(preset) }),
    ...('optional' in parameter ? { optional: true } : {}),
    ...(reads === 'pair' ? { separator: parameter.separator } : {}),
    range,
    ...(options === undefined ? {} : { options }),
    about,
  }
}

/** Every name is a key, since the table lists every rule: `fromEntries` loses which keys exist. */
function byName(
  entries: readonly (readonly [MethodSpec['method'], MethodParameters])[],
): Readonly<Record<MethodSpec['method'], MethodParameters>> {
  return Object.fromEntries(entries) as Record<MethodSpec['method'], MethodParameters>
}
