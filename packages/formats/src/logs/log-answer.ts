import { type Choices, findAnswer, type AnswerTier, type AnswerKind } from '@cges-fleet/answers'
import { isPlaceholder } from './is-placeholder.js'
import { isWholeText } from './is-whole-text.js'
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

export interface LogAnswerReading {
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
 * whatever it contains; nor has a truncated one, unless `truncatedVote`. A blank or a placeholder such as "None" is none.
 */
export function logAnswer(
  sample: LogSample,
  { kind, from, choices, gold, truncatedVote = false }: LogAnswerReading,
): LogAnswer | null {
  const { text, error, finish } = sample
  const isWhole = finish === null || finish === 'stop' || (finish === 'length' && truncatedVote)
  if (error !== null || !isWhole) return null
  const answer = sample.answer != null && isPlaceholder(sample.answer, gold) ? null : sample.answer
  const own = answer == null ? null : { answer, tier: sample.tier ?? null }
  if (text === null || (from === 'log' && answer !== undefined)) return own
  const isRepeated = answer != null && isWholeText(answer, text)
  if (from === undefined && answer !== undefined && !isRepeated) return own
  const read = findAnswer(kind, text, choices)
  // A single word can only be the answer.
  return read ?? (isRepeated && !/\s/u.test(text.trim()) ? own : null)
}
