import { readAnswer, type AnswerTier, type AnswerKind } from '@cges-fleet/answers'
import { isWholeText } from './is-whole-text.js'
import type { LogSample } from './log-entry.js'

/** Whose reading of a response counts: the log's own program's, or ours. */
export const ANSWERS_FROM = ['log', 'text'] as const
export type AnswersFrom = (typeof ANSWERS_FROM)[number]

/** The answer of a logged sample; without a tier where it is the log's own reading, and the log tells none. */
export interface LogAnswer {
  readonly answer: string
  readonly tier: AnswerTier | null
}

export interface LogAnswerReading {
  readonly kind: AnswerKind
  /** `log` keeps the log's own reading whatever it holds; absent, it stands where it is a reading at all. */
  readonly from?: AnswersFrom | undefined
  readonly choices?: number | undefined
}

/**
 * Gives a logged sample's answer, null where it has none to vote with. The log's own reading stands unless `from` is
 * `text` or it merely repeats the whole text, as some scorers do; else ours. A response that was cut or refused has no
 * answer, whatever it holds.
 */
export function logAnswer(sample: LogSample, { kind, from, choices }: LogAnswerReading): LogAnswer | null {
  const { answer, text, error, finish } = sample
  if (error !== null || finish === 'length' || finish === 'declined') return null
  const own = answer == null ? null : { answer, tier: sample.tier ?? null }
  if (text === null || (from === 'log' && answer !== undefined)) return own
  const isRepeated = answer != null && isWholeText(answer, text)
  if (from === undefined && answer !== undefined && !isRepeated) return own
  const read = readAnswer(kind, text, choices)
  // One word can be nothing but the answer.
  return read ?? (isRepeated && !/\s/u.test(text.trim()) ? own : null)
}
