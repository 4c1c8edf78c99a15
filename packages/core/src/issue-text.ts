import type { z } from 'zod'
import { inNumber } from './counted.js'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const SHOWN = 40

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
  if (issue.input === undefined) return `is missing, expected ${expectedBy(issue) ?? 'another value'}`
  const expected = expectedBy(issue)
  return (
    withoutValue(issue) ??
    `is ${valueText(issue.input)}, ${expected === null ? 'which is not allowed here' : `expected ${expected}`}`
  )
}

/** As `issueText`, for values that may be secrets: none is repeated. The `error` of zod's parse functions. */
export function secretIssueText(issue: Issue): string {
  if (issue.input === undefined) return NOT_SET
  const expected = expectedBy(issue)
  return withoutValue(issue) ?? (expected === null ? 'is not allowed here' : `must be ${expected}`)
}

/** What `secretIssueText` says of a value that is not there. */
export const NOT_SET = 'is not set'

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'an id such as 0197f1c2-6a10-7000-8000-000000000001',
  url: 'an address such as https://example.org',
  email: 'an e-mail address',
  date: 'a date such as 2026-11-30',
  datetime: 'a time such as 2026-11-30T09:00:00Z',
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

/** What is wrong where the value itself says nothing. */
function withoutValue(issue: Issue): string | null {
  const { code, input } = issue
  if (code === 'unrecognized_keys') return `has the unknown field ${JSON.stringify(issue.keys[0] ?? '')}`
  return (code === 'too_small' || code === 'too_big') && input === '' ? 'is empty' : null
}

function expectedBy(issue: Issue): string | null {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(', ')
    case 'invalid_union':
      return unionText(issue.errors)
    case 'too_small':
    case 'too_big':
      return limitText(issue)
    case 'invalid_format':
      return FORMATS[issue.format] ?? null
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`
    default:
      return null
  }
}

function unionText(errors: Extract<Issue, { code: 'invalid_union' }>['errors']): string {
  const each = errors.flatMap(([first]) => {
    if (first === undefined || first.path.length > 0) return []
    if (first.code === 'invalid_type') return [TYPES[first.expected] ?? first.expected]
    return first.code === 'invalid_value' ? first.values.map((value) => JSON.stringify(value)) : []
  })
  const distinct = [...new Set(each)]
  return distinct.length === 0 ? 'another form' : distinct.join(' or ')
}

function limitText(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  if (issue.code === 'too_small')
    return `${issue.inclusive === false ? 'more than' : 'at least'} ${sizeText(issue.minimum, issue.origin)}`
  return `${issue.inclusive === false ? 'less than' : 'at most'} ${sizeText(issue.maximum, issue.origin)}`
}

function sizeText(size: number | bigint, origin: string): string {
  if (origin === 'string') return `${size} characters`
  return origin === 'array' || origin === 'set' ? `${size} entries` : String(size)
}

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
