import { valueText } from '@cges-fleet/core'
import { tokenCertainty, tokenConfidence } from '@cges-fleet/methods'
import { jsonpath, type JSONPathQuery } from 'json-p3'
import { z } from 'zod'
import type { LogQuestion } from './log-entry.js'

/** A path to values of a row. */
export type JsonPath = (row: unknown) => unknown[]

/**
 * Compiles a path: a name of the row, names joined by dots (`doc.problem`), or JSONPath (RFC 9535), with or without the
 * leading `$` (`choices[0].message.content`, `$.messages[?@.role == 'assistant'].content`). Returns what is wrong with
 * one that is neither.
 */
export function compilePath(
  text: string,
): { readonly ok: true; readonly path: JsonPath } | { readonly ok: false; readonly problem: string } {
  const isPlain = !/[$[\]*?@'"]/u.test(text)
  try {
    const query = jsonpath.compile(
      isPlain ? namesOf(text) : text.startsWith('$') ? text : `$.${text}`.replace('$.[', '$['),
    )
    return { ok: true, path: (row) => valuesAt(row, text, query) }
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
    return {
      ok: false,
      problem: `${JSON.stringify(text)} is not a JSON path (${why ?? ''}): write doc.problem, or choices[*].text`,
    }
  }
}

function namesOf(text: string): string {
  return `$${text
    .split('.')
    .map((name) => `[${JSON.stringify(name)}]`)
    .join('')}`
}

/** A column may have any name, with dots and brackets in it: one of the row's own names comes first. */
function valuesAt(row: unknown, text: string, query: JSONPathQuery): unknown[] {
  if (typeof row !== 'object' || row === null) return []
  if (Object.hasOwn(row, text)) return [Object.entries(row).find(([name]) => name === text)?.[1]]
  return query.query(row as Parameters<JSONPathQuery['query']>[0]).values()
}

/** The most tokens that one response can have; what says more is no count. */
const MOST_TOKENS = 1_000_000_000

/** A text, or a number taken as text. */
export const Textual = z.union([z.string(), z.number()], { error: 'must be text or a number' }).transform(String)

function wrongId({ input }: { readonly input?: unknown }): string {
  return input === undefined
    ? 'is missing, expected an id'
    : `is ${valueText(input)}, expected text, or a number below 2^53`
}

/** An id of a question: text, or a number that JavaScript can tell from its neighbours. */
export const Identifier = z.union(
  [z.string().min(1), z.number().refine((id) => !Number.isInteger(id) || Number.isSafeInteger(id), { error: wrongId })],
  { error: wrongId },
)
export type Identifier = z.infer<typeof Identifier>

/** An id as a question holds it. */
export function identityOf(id: Identifier): Pick<LogQuestion, 'id' | 'isNumbered'> {
  return typeof id === 'number' ? { id: String(id), isNumbered: true } : { id }
}

/** One natural log-probability; JSON has no −Infinity, so it comes as a word, or as −9999. */
export const LogProbability = z.union([z.number(), z.literal('-Infinity').transform(() => -Infinity)], {
  error: 'must be a number, or "-Infinity"',
})

/** Token log-probabilities as OpenAI, vLLM and Inspect write them. */
export const TokenLogprobs = z.object({
  content: z
    .array(
      z.looseObject({
        token: z.string(),
        logprob: LogProbability,
        top_logprobs: z
          .array(z.looseObject({ logprob: LogProbability }))
          .nullish()
          .catch(null),
      }),
    )
    .nullish(),
})

/** Splits token log-probabilities into the lists a sample carries; null if there are none. */
export function tokenLists(logprobs: z.infer<typeof TokenLogprobs> | null | undefined): {
  logprobs: number[] | null
  tokens: string[] | null
  tokenConfidences: number[] | null
  tokenCertainties: number[] | null
} {
  const content = logprobs?.content ?? []
  if (content.length === 0) return { logprobs: null, tokens: null, tokenConfidences: null, tokenCertainties: null }
  const likeliest = content.map(({ top_logprobs: top }) => (top ?? []).map(({ logprob }) => logprob))
  return {
    logprobs: content.map(({ logprob }) => logprob),
    tokens: content.map(({ token }) => token),
    tokenConfidences: allOf(likeliest.map(tokenConfidence)),
    tokenCertainties: allOf(likeliest.map(tokenCertainty)),
  }
}

function allOf(values: readonly (number | null)[]): number[] | null {
  const known = values.filter((value) => value !== null)
  return known.length < values.length ? null : known
}

const paths = new Map<string, ReturnType<typeof compilePath>>()

/** Returns the first value at a path of a row; undefined if there is none. */
function valueAt(row: unknown, path: string | undefined): unknown {
  if (path === undefined) return undefined
  const compiled = paths.get(path) ?? compilePath(path)
  paths.set(path, compiled)
  return compiled.ok ? compiled.path(row)[0] : undefined
}

/** Returns the value at a path of a row, as text; undefined if there is none, or it is no text. */
export function textAt(row: unknown, path: string | undefined): string | undefined {
  const value = valueAt(row, path)
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

/** Returns the id at a path of a row; undefined if there is none. */
export function idAt(row: unknown, path: string | undefined): Identifier | undefined {
  return Identifier.safeParse(valueAt(row, path)).data
}

/** Returns a reference answer without the reasoning before it: of one with `####`, as in GSM8K, what follows the last. */
export function finalAnswer(written: string): string | null {
  const hashes = written.lastIndexOf('####')
  return (hashes < 0 ? written : written.slice(hashes + '####'.length)).trim() || null
}

/** A count of tokens in a log. */
export const TokenCount = z.int().min(0).max(MOST_TOKENS)

/** The first of some fields that holds text. */
export function firstText(row: unknown, paths: readonly string[]): string | null {
  for (const path of paths) {
    const text = textAt(row, path)
    if (text !== undefined && text.trim() !== '') return text
  }
  return null
}
