import { certifiedProblem } from './certified.js'
import { METHOD_PARAMETERS, type MethodParameter, type MethodParameters } from './method-label.js'
import { METHOD_NAMES, MethodSpec, mostBudget } from './method-spec.js'
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
    const list = `${meant === '' ? '; the' : `${meant} The`} methods are ${METHOD_NAMES.join(', ')}`
    const problem = `unknown method ${show(given['method'])}${list}`
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

type MethodText =
  | { readonly ok: true; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string; readonly path: readonly string[] }

/**
 * Parses the short form `method:name=value,…@budget` into the fields of the long form, each value by its parameter's
 * rules. Only the syntax is checked: names and ranges are the caller's to validate.
 */
function parseMethodText(text: string): MethodText {
  const at = text.lastIndexOf('@')
  const body = at < 0 ? text : text.slice(0, at)
  const colon = body.indexOf(':')
  const method = (colon < 0 ? body : body.slice(0, colon)).trim()
  const fields = new Map<string, unknown>([['method', method]])
  if (at >= 0) fields.set('budget', parseNumber(text.slice(at + 1).trim()))
  const name = methodName(method)
  const known = name === null ? [] : METHOD_PARAMETERS[name].parameters
  for (const pair of colon < 0 ? [] : body.slice(colon + 1).split(',')) {
    const equals = pair.indexOf('=')
    const key = (equals < 0 ? pair : pair.slice(0, equals)).trim()
    if (equals < 0 || key === '') {
      return { ok: false, problem: `${quote(pair.trim())} is not of the form name=value`, path: [] }
    }
    if (key === 'method' || key === 'budget') {
      const problem = key === 'budget' ? 'the budget is written after @, as in sc@16' : 'the method is named first'
      return { ok: false, problem, path: [key] }
    }
    if (fields.has(key)) return { ok: false, problem: `${key} is given twice`, path: [key] }
    fields.set(
      key,
      parseValue(
        pair.slice(equals + 1).trim(),
        known.find((each) => each.name === key),
      ),
    )
  }
  return { ok: true, fields: Object.fromEntries(fields) }
}

function parseValue(text: string, parameter: MethodParameter | undefined): unknown {
  switch (parameter?.reads) {
    case 'number':
      return parseNumber(text)
    case 'pair':
      return text.split(parameter.separator ?? ';').map((each) => parseNumber(each.trim()))
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'support':
      return text === 'dynamic' ? text : { fixed: parseNumber(text) }
    case 'word':
    case 'shapes':
    case undefined:
      return text
  }
}

function parseNumber(text: string): number | string {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu.test(text) ? Number(text) : text
}

function quote(text: string): string {
  return JSON.stringify(text)
}

/** Validates a method's name; null if there is no such method. */
function methodName(text: unknown): MethodSpec['method'] | null {
  return METHOD_NAMES.find((name) => name === text) ?? null
}

/** Longer words are no slip of a name. */
const LONGEST = 60
/** Among so many names the nearest is looked for: a log's own may be any number. */
const MOST_NAMES = 1000

/**
 * Returns a suggestion after an unknown name: `; did you mean cges?`, or nothing if no name is near. Near is a name of
 * which it is the first part (asc-beta for asc), or one slip in every three letters: an added, missing or wrong letter,
 * or two swapped.
 */
export function didYouMean(word: unknown, names: readonly string[]): string {
  if (typeof word !== 'string' || word.length > LONGEST) return ''
  const whole = names.find((name) => name.startsWith(`${word.toLowerCase()}-`))
  if (whole !== undefined) return `; did you mean ${whole}?`
  const most = (name: string) => Math.max(word.length, name.length) / 3
  const near = names
    .slice(0, MOST_NAMES)
    // A name of another length has at least that many slips; names may be an outsider's, of any length.
    .filter((name) => Math.abs(word.length - name.length) <= most(name))
    .map((name) => ({ name, slips: slipsBetween(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, slips }) => slips <= most(name))
    .toSorted((a, b) => a.slips - b.slips)
  return near[0] === undefined ? '' : `; did you mean ${near[0].name}?`
}

/** The least number of slips that make one word of another (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const differs = one[i - 1] === other[j - 1] ? 0 : 1
      const steps = [(rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + differs]
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(Math.min(...steps, ...(swapped ? [(rows[i - 2]?.[j - 2] ?? 0) + 1] : [])))
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}
