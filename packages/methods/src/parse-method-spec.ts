import { METHOD_NAMES, MethodSpec, mostBudget } from './method-spec.js'
import { methodName } from './method-name.js'
import { METHOD_PARAMETERS, type MethodParameters } from './method-label.js'
import { certifiedProblem } from './certified.js'
import { didYouMean } from './did-you-mean.js'
import { parseMethodText } from './parse-method-text.js'
import { findRule } from './rules/all-rules.js'

export type ParsedMethod =
  | { readonly ok: true; readonly spec: MethodSpec }
  | { readonly ok: false; readonly problem: string; readonly path: readonly string[] }

function budgetRange(name: MethodSpec['method']): string {
  const most = mostBudget(findRule(name) ?? {})
  return `a whole number of samples from 1 to ${most}`
}

/**
 * Parses a method as a person writes it, short (`cges:confidence=lns-arith,gamma=0.99@16`) or long (`{ method: 'esc',
 * window: 4 }`), and fills in the defaults; `defaultBudget`, in samples, applies if no budget is given. In the short
 * form `support=4` is the long form's `{ fixed: 4 }`.
 *
 * Errors are returned, never thrown: `problem` says what would be valid, `path` names the invalid parameter (empty if
 * it is the method as a whole). An ESC window above the budget is allowed, and behaves as SC.
 */
export function parseMethodSpec(input: string | Record<string, unknown>, defaultBudget: number): ParsedMethod {
  const read = typeof input === 'string' ? parseMethodText(input) : { ok: true as const, fields: input }
  if (!read.ok) return read
  const given = Object.fromEntries(Object.entries(read.fields).filter(([, value]) => value !== undefined))
  const name = methodName(given['method'])
  if (name === null) {
    const meant = didYouMean(given['method'], METHOD_NAMES)
    const problem = `unknown method ${show(given['method'])}; the methods are ${METHOD_NAMES.join(', ')}${meant}`
    return { ok: false, problem, path: ['method'] }
  }
  const misnamed = checkNames(name, given)
  if (misnamed !== null) return misnamed
  const parsed = MethodSpec.safeParse({ budget: defaultBudget, ...given })
  if (parsed.success) {
    const problem = certifiedProblem(given)
    return problem === null ? { ok: true, spec: parsed.data } : { ok: false, ...problem }
  }
  const parameter = String(parsed.error.issues[0]?.path[0] ?? 'budget')
  const { range = budgetRange(name), options = [] } =
    METHOD_PARAMETERS[name].parameters.find((each) => each.name === parameter) ?? {}
  const value = show(parameter in given ? given[parameter] : defaultBudget)
  return {
    ok: false,
    problem: `${parameter} must be ${range}, not ${value}${didYouMean(given[parameter], options)}`,
    path: [parameter],
  }
}

function checkNames(name: MethodSpec['method'], given: Readonly<Record<string, unknown>>): ParsedMethod | null {
  const { parameters, example }: MethodParameters = METHOD_PARAMETERS[name]
  const names = [...parameters.map((each) => each.name), 'budget']
  const unknown = Object.keys(given).find((key) => key !== 'method' && !names.includes(key))
  if (unknown !== undefined) {
    const problem = `${name} has no parameter ${show(unknown)}; it takes ${names.join(', ')}${didYouMean(unknown, names)}`
    return { ok: false, problem, path: [unknown] }
  }
  const missing = parameters.filter(
    (each) => each.preset === undefined && each.optional !== true && !Object.hasOwn(given, each.name),
  )
  const first = missing[0]
  if (first === undefined) return null
  const required = missing.map((each) => `${each.name} (${each.range})`).join(' and ')
  return { ok: false, problem: `${name} requires ${required}, as in ${example}`, path: [first.name] }
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`
}
