import { answerKey, AnswerKind, findAnswer, gradeAnswer, voteKey } from '@cges-fleet/answers'
import { parseAs, parseJson } from '@cges-fleet/formats'
import type { Graded } from '@cges-fleet/statistics'
import { z } from 'zod'
import type { LineResult } from './pipe-lines.js'

const KINDS = AnswerKind.options.join(', ')
const answer = z.string().refine((text) => text.trim() !== '', 'is empty: that is no answer')

const Pair = z.strictObject({
  id: z.unknown().optional(),
  kind: z.enum(AnswerKind.options, `must be one of ${KINDS}`),
  a: answer,
  b: answer,
  paper: z.boolean().default(false),
})

const Response = z.strictObject({
  id: z.unknown().optional(),
  kind: z.enum(AnswerKind.options, `must be one of ${KINDS}`),
  text: z.string(),
  choices: z
    .union([z.int(), z.array(z.string())], 'must be a number, or a list of texts')
    .refine((choices) => isOffer(typeof choices === 'number' ? choices : choices.length), 'must be 2 to 26')
    .optional(),
})

function isOffer(count: number): boolean {
  return count >= 2 && count <= 26
}

/**
 * Grades one line of JSON: compares two answers, for grading and for voting, or extracts the answer from a response,
 * with its key, tier and language. `id` is passed through.
 */
export function gradeLine(text: string): LineResult {
  const json = parseJson(text)
  if (!json.ok) return json
  const fields = typeof json.value === 'object' && json.value !== null ? json.value : {}
  const hasPair = 'a' in fields || 'b' in fields
  const hasText = 'text' in fields
  if (hasPair === hasText) return { ok: false, problem: 'give a and b to compare two answers, or text to read one' }
  if (hasText) {
    const line = parseAs(Response, json.value)
    return line.ok ? { ok: true, output: reading(line.value) } : line
  }
  const line = parseAs(Pair, json.value)
  return line.ok ? { ok: true, output: comparison(line.value) } : line
}

function comparison({ id, kind, a, b, paper }: z.infer<typeof Pair>): object {
  const keyA = answerKey(kind, a)
  const keyB = answerKey(kind, b)
  const rules = { kind, paper }
  const sameVote = voteKey(rules, a) === voteKey(rules, b)
  return { ...given(id), same: gradeAnswer(keyA, keyB), sameVote, keyA, keyB }
}

function reading({ id, kind, text, choices }: z.infer<typeof Response>): object {
  const read = findAnswer(kind, text, choices)
  const key = read === null ? null : answerKey(kind, read.answer)
  return { ...given(id), answer: read?.answer ?? null, key, tier: read?.tier ?? null, language: read?.language ?? null }
}

function given(id: unknown): object {
  return id === undefined ? {} : { id }
}

const Line = z.object({
  confidence: z.number().min(0, 'must be in [0, 1]').max(1, 'must be in [0, 1]'),
  correct: z.boolean(),
})

/** Parses a graded response, `{"confidence": 0.9, "correct": true}`; ignores other fields. */
export function gradedLine(
  text: string,
): { readonly ok: true; readonly graded: Graded } | { readonly ok: false; readonly problem: string } {
  const json = parseJson(text)
  if (!json.ok) return json
  const line = parseAs(Line, json.value)
  return line.ok ? { ok: true, graded: line.value } : line
}
