import type { KeptFigures } from '@cges-fleet/db'
import { methodKey } from '@cges-fleet/methods'
import { Refusal } from '../http/refusal.js'
import type { ChatWork } from '../requests/chat-work.js'
import type { Answered } from './asking.js'
import { votesOf } from './chosen.js'

/** What is kept of how a request ended. */
export type EndFigures = Pick<KeptFigures, 'stoppedBy' | 'agreement' | 'score' | 'digest' | 'audit' | 'landed'> &
  Partial<Pick<KeptFigures, 'planned' | 'seconds'>>

/** What is kept of what a request asked for: no text. */
export function workFigures({ servedModel, method, seed }: ChatWork) {
  return { model: servedModel, methodKey: methodKey(method), budget: method.budget, seed }
}

/** What is kept of an answer. */
export function answeredFigures({ verdict, replies, digest, calls }: Answered): EndFigures {
  const { stoppedBy, score, answer } = verdict
  const votes = votesOf(verdict, replies)
  const cast = votes.reduce((sum, one) => sum + one.votes, 0)
  const won = votes.find((one) => one.answer === answer)?.votes
  const agreement = won === undefined ? null : won / cast
  return { stoppedBy, agreement, score, digest, planned: calls, audit: null, landed: null }
}

/** What is kept of a request without an answer: the code of its error, or that its client left. */
export function failedFigures(error: unknown, signal: AbortSignal): EndFigures {
  return { stoppedBy: failureOf(error, signal), agreement: null, score: null, digest: null, audit: null, landed: null }
}

function failureOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof Refusal) return error.kind
  if (!signal.aborted) return 'unavailable'
  return (signal.reason as Error).name === 'TimeoutError' ? 'too_late' : 'left'
}
