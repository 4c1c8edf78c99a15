import { answerKey, AnswerKind, choiceLetter } from '@cges-fleet/answers'

/** The kind a log's answers seem to be, and the counts that suggest it. */
export interface InferredKind {
  /** Null if the answers are of several kinds, or there are none. */
  readonly kind: AnswerKind | null
  /** How many answers have the form of each kind. */
  readonly counts: Readonly<Record<AnswerKind, number>>
  readonly answers: number
}

/** The share of answers that must have one form; among mathematical answers a few are always words. */
const CLEAR = 0.9

const LETTER = /^\(?([A-Z])\)?\.?$/u
/** One letter of another alphabet, or an enclosed letter or number. */
const FOREIGN_LETTER = /^\(?[^\p{ASCII}\p{Ll}]\)?\.?$/u
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/u
/** A number with signs and currency around it, and up to two words behind it. */
const QUANTITY = /^[^\p{L}\d]{0,4}\d[\d.,:/^%()[\]{}\s+*=−–-]*(?:\s\p{L}[\p{L}/²³]*\.?){0,2}$/u
const WORD = /\p{L}{3,}/u

/**
 * Infers how a log's answers are to be compared, from its reference answers and their choices: single letters are
 * choices; then dates; then numbers and formulas; the rest is text.
 */
export function inferAnswerKind(
  questions: Iterable<{ readonly answer: string; readonly choices?: readonly string[] | undefined }>,
): InferredKind {
  const counts: Record<AnswerKind, number> = { math: 0, choice: 0, date: 0, text: 0 }
  let answers = 0
  for (const { answer, choices } of questions) {
    counts[formOf(answer.trim(), choices)] += 1
    answers += 1
  }
  const clear = AnswerKind.options.find((kind) => answers > 0 && counts[kind] >= CLEAR * answers)
  return { kind: clear ?? null, counts, answers }
}

function formOf(answer: string, choices: readonly string[] | undefined): AnswerKind {
  const letter = LETTER.exec(answer)?.[1] ?? (FOREIGN_LETTER.test(answer) ? choiceLetter(answer) : null)
  if (letter !== null && isOffered(letter, choices)) return 'choice'
  if (ISO_DATE.test(answerKey('date', answer))) return 'date'
  return isFormula(answer) ? 'math' : 'text'
}

function isOffered(letter: string, choices: readonly string[] | undefined): boolean {
  return choices === undefined || letter.charCodeAt(0) - 'A'.charCodeAt(0) < choices.length
}

function isFormula(answer: string): boolean {
  if (answer.length > 400) return false
  if (/\\[a-zA-Z]|\$/u.test(answer) || QUANTITY.test(answer)) return true
  return !WORD.test(answer) && /[\d+*/^=<>-]|^\p{L}$/u.test(answer)
}
