import { tokenCertainty, tokenConfidence } from '@cges-fleet/methods'
import { z } from 'zod'
import { valueText } from '../lines/parse-as.js'
import type { LogQuestion } from './log-entry.js'

/** Which field of a row holds what, if it differs from the format: dotted paths, such as `doc.problem`. */
export type LogFields = Partial<Record<'id' | 'question' | 'answer', string>>

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

/** Returns the value at a dotted path of a row, as text; undefined if there is none. */
export function textAt(row: unknown, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  let value = row
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Object.entries(value).find(([name]) => name === key)?.[1]
  }
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

/** The first of some fields that holds text. */
export function firstText(row: unknown, paths: readonly string[]): string | null {
  for (const path of paths) {
    const text = textAt(row, path)
    if (text !== undefined && text.trim() !== '') return text
  }
  return null
}
