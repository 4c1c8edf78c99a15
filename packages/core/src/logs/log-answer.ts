import { readAnswer } from '../answers/read-answer.js'
import type { AnswerKind } from '../schemas/benchmark.js'
import type { LogSample } from './log-entry.js'

/** Whose reading of a response counts: the log's own program's, or ours. */
export const ANSWERS_FROM = ['log', 'text'] as const
export type AnswersFrom = (typeof ANSWERS_FROM)[number]

/**
 * Gives a logged sample's answer, null where it has none to vote with. The log's own reading stands unless `from` is
 * `text`; where the log has none, ours. A response that was cut or refused has no answer, whatever it holds.
 */
export function logAnswer(
  sample: LogSample,
  { kind, from, choices }: { readonly kind: AnswerKind; readonly from: AnswersFrom; readonly choices?: number },
): string | null {
  if (sample.error !== null || sample.finish === 'length' || sample.finish === 'declined') return null
  if (sample.answer !== undefined && (from === 'log' || sample.text === null)) return sample.answer
  return sample.text === null ? null : (readAnswer(kind, sample.text, choices)?.answer ?? null)
}
