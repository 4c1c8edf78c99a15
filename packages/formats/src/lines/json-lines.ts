import { inNumber } from '@cges-fleet/core'
import { z } from 'zod'

/** The result of parsing a text as JSON: its value, or what is wrong with it in words. */
type ParsedJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string }

/**
 * Parses a text as JSON, returning what is wrong instead of throwing. Numbers that Python writes and JSON lacks are
 * read too: NaN as null, Infinity as the word.
 */
export function parseJson(text: string): ParsedJson {
  const strict = tryParse(text)
  if (strict.ok) return strict
  if (/NaN|Infinity/u.test(text)) {
    const lenient = tryParse(withoutPythonNumbers(text))
    if (lenient.ok) return lenient
  }
  return { ok: false, problem: `not JSON: ${problemOf(text)}` }
}

type Tried = { readonly ok: true; readonly value: unknown } | { readonly ok: false }

function tryParse(text: string): Tried {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false }
  }
}

const WORDS: Readonly<Record<string, string>> = { NaN: 'null', Infinity: '"Infinity"', '-Infinity': '"-Infinity"' }

/** Writes Python's numbers as JSON has them; texts stay as they are. A loop, since a row may be as long as a text can be. */
function withoutPythonNumbers(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at]
    if (mark === '"') at = textEnd(text, at)
    const word = mark === 'N' || mark === 'I' || mark === '-' ? wordAt(text, at) : undefined
    if (word === undefined) continue
    parts.push(text.slice(from, at), WORDS[word] ?? '')
    from = at + word.length
    at = from - 1
  }
  return parts.join('') + text.slice(from)
}

function wordAt(text: string, at: number): string | undefined {
  return Object.keys(WORDS).find((word) => text.startsWith(word, at))
}

/** Where the text that begins at a quote ends, or everything if it does not. */
function textEnd(text: string, quote: number): number {
  let at = quote + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

const SHOWN = 40

/** JavaScript's own messages differ from version to version, and name characters rather than causes. */
function problemOf(text: string): string {
  const start = text.trim()
  if (start === '') return 'it is empty'
  const shown = `it begins with ${JSON.stringify(start.slice(0, SHOWN))}`
  if (!/^[{["\d-]|^(?:true|false|null)\b/u.test(start)) return shown
  if (/^\{\s*'/u.test(start)) return `${shown}: keys and texts need double quotes (in Python, write json.dumps(row))`
  if (isCutOff(start)) return `it ends in the middle, with ${JSON.stringify(start.slice(-SHOWN))}`
  return `${shown}, and is not well formed`
}

/** Whether a string, object or list is still open at the end. */
function isCutOff(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at]
    if (mark === '"') at = textEnd(text, at)
    else if (mark === '{' || mark === '[') depth += 1
    else if (mark === '}' || mark === ']') depth -= 1
    if (at >= text.length) return true
  }
  return depth > 0
}

/** A value that fits a schema, or what is wrong with it in one line. */
type ParsedAs<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: string }

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

/** Parses a line of a log by a schema, returning the invalid field instead of throwing. */
export function parseRow<Row>(text: string, schema: z.ZodType<Row>): ParsedAs<Row> {
  const json = parseJson(text)
  return json.ok ? parseAs(schema, json.value) : json
}

/** Makes a text storable in PostgreSQL: removes NUL and lone surrogates, which a cut can leave behind. */
export function storable(text: string): string {
  return text.replaceAll(/\0|\p{Surrogate}/gu, '\uFFFD')
}
