import { inNumber } from '@cges-fleet/core'
import { z } from 'zod'

/** A value that fits a schema, or what is wrong with it in one line. */
export type ParsedAs<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string }

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/**
 * Parses a value by a schema, naming the first field that is wrong, what was found there and what was expected:
 * `samples[1].confidence: is the text "high", expected a number`.
 */
export function parseAs<Value>(schema: z.ZodType<Value>, value: unknown): ParsedAs<Value> {
  const parsed = schema.safeParse(value, { error: issueText })
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, problem: schemaProblems(parsed.error, 1)[0] ?? '' }
}

/** Lists what a schema found wrong, a line each; give `issueText` to the parse that makes the error. */
export function schemaProblems(error: z.ZodError, most = 20): string[] {
  return error.issues.slice(0, most).map(({ path, message }) => {
    const place = placeOf(path)
    return place === '' ? message : `${place}: ${message}`
  })
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  )
}

/** Words what is wrong with a value, for schemas that do not word it themselves; the `error` of zod's parse functions. */
export function issueText(issue: Issue): string {
  const { code, input } = issue
  if (input === undefined) return `is missing, expected ${expectedBy(issue)}`
  switch (code) {
    case 'invalid_type':
    case 'invalid_union':
    case 'invalid_value':
      return `is ${valueText(input)}, expected ${expectedBy(issue)}`
    case 'too_small':
      if (input === '') return 'is empty'
      return `is ${valueText(input)}, expected at least ${sizeText(issue.minimum, issue.origin)}`
    case 'too_big':
      return `is ${valueText(input)}, expected at most ${sizeText(issue.maximum, issue.origin)}`
    case 'unrecognized_keys':
      return `has the unknown field ${JSON.stringify(issue.keys[0] ?? '')}`
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_format':
    case 'not_multiple_of':
    case 'custom':
      return `is ${valueText(input)}, which is not allowed here`
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

function expectedBy(issue: Issue): string {
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? issue.expected
  if (issue.code === 'invalid_value') return issue.values.map((value) => JSON.stringify(value)).join(', ')
  if (issue.code !== 'invalid_union') return 'another value'
  const each = issue.errors.flatMap(([first]) => {
    if (first === undefined || first.path.length > 0) return []
    if (first.code === 'invalid_type') return [TYPES[first.expected] ?? first.expected]
    return first.code === 'invalid_value' ? first.values.map((value) => JSON.stringify(value)) : []
  })
  const distinct = [...new Set(each)]
  return distinct.length === 0 ? 'another form' : distinct.join(' or ')
}

function sizeText(size: number | bigint, origin: string): string {
  if (origin === 'string') return `${size} characters`
  return origin === 'array' || origin === 'set' ? `${size} entries` : String(size)
}

const SHOWN = 40

/** Describes a value that was found: its type, and the value itself if it is short. */
export function valueText(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  switch (typeof value) {
    case 'undefined':
      return 'missing'
    case 'string':
      return `the text ${JSON.stringify(value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value)}`
    case 'number':
      return `the number ${value}`
    case 'object':
      return `an object with ${keysText(Object.keys(value))}`
    default:
      return JSON.stringify(value) ?? typeof value
  }
}

function keysText(keys: readonly string[]): string {
  if (keys.length === 0) return 'no fields'
  const shown = keys.slice(0, 5).map((key) => JSON.stringify(key.slice(0, SHOWN)))
  return `the ${inNumber(keys.length, 'field', 'fields')} ${shown.join(', ')}${keys.length > 5 ? ', …' : ''}`
}
