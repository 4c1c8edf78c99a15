import {
  answerKey,
  AnswerKind,
  type AnswerTier,
  choiceLetter,
  type Choices,
  findAnswer,
  findAnswerBeforeCut,
} from '@cges-fleet/answers'
import type { LogSample } from './log-entry.js'

/** Which extraction of an answer counts: the log's own program's, or ours. */
export const ANSWERS_FROM = ['log', 'text'] as const
export type AnswersFrom = (typeof ANSWERS_FROM)[number]

/** The answer of a logged sample; without a tier if it is the log's own and the log does not tell one. */
export interface LogAnswer {
  readonly answer: string
  readonly tier: AnswerTier | null
  /** The language whose words state it, by ISO 639; absent or null if none does, or the log's own reading stands. */
  readonly language?: string | null
}

interface LogAnswerReading {
  readonly kind: AnswerKind
  /** `log` always keeps the log's own answer; if absent, that counts if it is one at all. */
  readonly from?: AnswersFrom | undefined
  readonly choices?: Choices | undefined
  /** Reads the answer of a response that was cut at a limit too; it has none unless asked. */
  readonly truncatedVote?: boolean | undefined
  /** The question's reference answer: a log's answer that equals it is no placeholder. */
  readonly gold?: string | null | undefined
}

/**
 * Returns a logged sample's answer, null if it has none to vote with. The log's own answer counts unless `from` is
 * `text` or it merely repeats the whole text, as some scorers do; else ours. A refused or ended response has no answer,
 * whatever it contains; nor has a truncated one, unless `truncatedVote`, or it was finished and went on to a next question. A blank or a placeholder such as "None" is none.
 */
export function logAnswer(
  sample: LogSample,
  { kind, from, choices, gold, truncatedVote = false }: LogAnswerReading,
): LogAnswer | null {
  const { text, error, finish } = sample
  const isWhole = finish === null || finish === 'stop' || (finish === 'length' && truncatedVote)
  if (error !== null) return null
  if (!isWhole)
    return finish === 'length' && text !== null && from !== 'log' ? findAnswerBeforeCut(kind, text, choices) : null
  const answer = sample.answer != null && isPlaceholder(sample.answer, gold) ? null : sample.answer
  const logged = answer == null ? null : { answer, tier: sample.tier ?? null }
  if (text === null || (from === 'log' && answer !== undefined)) return logged
  const isRepeated = answer != null && isWholeText(answer, text)
  if (from === undefined && answer !== undefined && !isRepeated) return logged
  const read = findAnswer(kind, text, choices)
  // A single word can only be the answer.
  return read ?? (isRepeated && !/\s/u.test(text.trim()) ? logged : null)
}

/** What programs write where they found no answer. */
const PLACEHOLDERS = new Set([
  '',
  'none',
  'null',
  'nan',
  'n/a',
  'undefined',
  'no answer',
  'no_answer',
  'no answer found',
  'noanswer',
  '[invalid]',
  '[none]',
  '[no answer]',
  '[no_answer]',
  '<none>',
  '[]',
  '{}',
  '""',
  "''",
])

/**
 * Whether a log's answer stands for no answer: blank, or a word such as None that programs write for none. One that is
 * the reference answer of its question is an answer.
 */
export function isPlaceholder(answer: string, gold: string | null = null): boolean {
  const word = answer.trim().toLowerCase()
  return PLACEHOLDERS.has(word) && (word === '' || word !== gold?.trim().toLowerCase())
}

const DROPPED = new Set('.,;:!?"\'*')

/**
 * Returns whether a log's answer is not an extracted answer but the whole response, as scorers that search the text
 * write it.
 */
export function isWholeText(answer: string, text: string): boolean {
  return answer === text || bare(answer) === bare(text)
}

/** Scorers trim, lower the case and drop punctuation at the ends. */
function bare(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isDropped(text.charAt(start))) start += 1
  while (end > start && isDropped(text.charAt(end - 1))) end -= 1
  return text.slice(start, end).toLowerCase()
}

function isDropped(character: string): boolean {
  return DROPPED.has(character) || character.trim() === ''
}

/** The kind a log's answers seem to be, and the counts that suggest it. */
interface InferredKind {
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
