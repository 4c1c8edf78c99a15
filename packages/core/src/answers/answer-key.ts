import type { AnswerKind } from '../schemas/benchmark.js'
import { MAX_ANSWER_LENGTH } from './max-answer-length.js'
import { choiceLetter } from './choice-letter.js'
import { cleanText } from './clean-text.js'
import { dateKey } from './date-key.js'
import { mathKey } from './math-key.js'
import { textKey } from './text-key.js'

/**
 * Gives the key by which answers are compared, in votes and with the gold answer alike: equal keys are one answer.
 * `raw` is an answer as read from a response, or a gold answer. A choice's key is its upper-case letter, a date's
 * YYYY-MM-DD; what cannot be read as its kind is compared as text, and text over 4,000 characters as it stands. Linear in the
 * text's length.
 */
export function answerKey(kind: AnswerKind, raw: string): string {
  if (raw.length > MAX_ANSWER_LENGTH) return cleanText(raw)
  switch (kind) {
    case 'math':
      return mathKey(raw)
    case 'choice':
      return choiceLetter(raw) ?? textKey(raw)
    case 'date':
      return dateKey(raw)
    case 'text':
      return textKey(raw)
  }
}
