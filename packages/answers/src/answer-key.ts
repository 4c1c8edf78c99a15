import { z } from 'zod'
import { choiceKey } from './choices/choice-key.js'
import { dateKey } from './date-key.js'
import { mathKey } from './math-key.js'
import { cleanText, MAX_ANSWER_LENGTH, textKey } from './plain-text.js'

/** Stripping one layer can expose another of the same kind, so keys are keyed again until nothing changes. */
const MOST_PASSES = 12

/**
 * Returns the key by which answers are compared, in votes and with the gold answer alike: equal keys are one answer,
 * and a key is its own key. `raw` is an answer as read from a response, or a gold answer. A choice's key is its
 * upper-case letter, a date's YYYY-MM-DD; what cannot be read as its kind is compared as text, and text over 4,000
 * characters as it stands. The steps it takes are bounded by the text's length.
 */
export function answerKey(kind: AnswerKind, raw: string): string {
  const text = cleanText(raw)
  if (text.length > MAX_ANSWER_LENGTH) return text
  const seen: string[] = []
  let key = text
  while (seen.length < MOST_PASSES) {
    const next = keyOnce(kind, key)
    if (next === key) return key
    const before = seen.indexOf(next)
    if (before >= 0) return seen.slice(before).toSorted()[0] ?? next
    seen.push(next)
    key = next
  }
  return text
}

function keyOnce(kind: AnswerKind, raw: string): string {
  switch (kind) {
    case 'math':
      return mathKey(raw)
    case 'choice':
      return choiceKey(raw)
    case 'date':
      return dateKey(raw)
    case 'text':
      return textKey(raw)
  }
}

/** How an answer is read out of a response and compared: mathematics, a letter among choices, a date, or plain text. */
export const AnswerKind = z.enum(['math', 'choice', 'date', 'text'])
export type AnswerKind = z.infer<typeof AnswerKind>

/** How an evaluation's votes compare answers. */
export interface VoteRules {
  readonly kind: AnswerKind
  /** As written, as in the paper, and not by value. */
  readonly paper: boolean
}

/** Returns the key a vote is counted under: answers with one vote key are one candidate. */
export function voteKey({ kind, paper }: VoteRules, raw: string): string {
  return paper ? raw : answerKey(kind, raw)
}

/** Returns whether an answer is right: its key equals the gold answer's key, both of one grading version. */
export function gradeAnswer(key: string, goldKey: string): boolean {
  return key === goldKey
}

/**
 * Raised whenever the same response could yield another answer, the same answer another key, or the same key another
 * grade.
 */
export const GRADING_VERSION = 5
