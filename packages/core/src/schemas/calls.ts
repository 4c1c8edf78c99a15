import { z } from 'zod'

/**
 * The kinds of call, by what they request of a model: a sample, an order of questions by difficulty, the scores of a
 * sample's steps, a reply to a request of the gateway.
 */
export const CallKind = z.enum(['draw', 'rank', 'score', 'chat'])
export type CallKind = z.infer<typeof CallKind>

/** The kinds that a queue carries: a score is requested by the worker that drew its sample. */
export const QueuedKind = CallKind.exclude(['score'])
export type QueuedKind = z.infer<typeof QueuedKind>

/**
 * How a sample ended. Every figure counts these separately.
 *
 * `answer`, `no_answer`, `truncated` and `declined` are charged as a call and never drawn again: whether they happen
 * depends on what the model wrote, so redrawing them would flatter accuracy. So is `ended_early`, a response that every
 * method which needed it had ended before its answer came. `invalid_request` and `infra_error` are
 * not charged, cast no vote and block their trial.
 */
export const Outcome = z.enum([
  'answer',
  'no_answer',
  'truncated',
  'declined',
  'ended_early',
  'invalid_request',
  'infra_error',
])
export type Outcome = z.infer<typeof Outcome>

/** Returns whether a method is charged a call for a sample with this outcome. */
export function isCharged(outcome: Outcome): boolean {
  return outcome !== 'invalid_request' && outcome !== 'infra_error'
}
