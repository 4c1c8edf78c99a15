import { methodKey, writtenParameters } from './method-key.js'
import { type MethodSpec, RULES } from './rules/all-rules.js'
import { isExternal, type ReportedSpec } from './rules/external.js'
import type { Parameter } from './rules/parameter.js'
import { parametersOf } from './rules/shared-parameters.js'

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
    const labels = Object.entries(parametersOf(rule)).map(([key, parameter]) => parameterOf(key, parameter))
    return [name, { parameters: labels, example, about }]
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
