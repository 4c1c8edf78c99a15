import { issueText, schemaProblems } from '@cges-fleet/core'
import type { z } from 'zod'

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
export type ParsedAs<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string }

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

/** Parses a line of a log by a schema, returning the invalid field instead of throwing. */
export function parseRow<Row>(text: string, schema: z.ZodType<Row>): ParsedAs<Row> {
  const json = parseJson(text)
  return json.ok ? parseAs(schema, json.value) : json
}

/** Makes a text storable in PostgreSQL: removes NUL and lone surrogates, which a cut can leave behind. */
export function storable(text: string): string {
  return text.replaceAll(/\0|\p{Surrogate}/gu, '\uFFFD')
}
