import { digestLine, trialSeedBase } from '@cges-fleet/core'
import { sha256 } from '@cges-fleet/db'
import { methodKey, STOP_REASONS, type StopReason } from '@cges-fleet/methods'
import type { ChatWork } from '../requests/chat-work.js'
import type { StoppedBy, Verdict } from './standing.js'

/** In place of a benchmark's revision: raised if requests are ever identified otherwise. */
const REVISION = 'gateway 1'

/** Identifies a request, in every run of the same request: all that determines a reply but its seed and its server. */
export function contentHash({ body }: Pick<ChatWork, 'body'>): string {
  const { messages, sampling, extra, answerKind, choices } = body
  return hex(JSON.stringify([messages, sampling, extra, answerKind, choices]))
}

/** The seed of a request's reply 0; reply i has base + i, as a question's samples do. */
export function seedBaseOf(content: string, seed: number): number {
  return trialSeedBase(sha256, { evaluationSeed: seed, benchmarkRevision: REVISION, questionId: content, replicate: 0 })
}

/** The digest of a request's verdict, as of an evaluation's: the same request with the same seed has the same one. */
export function digestOf(content: string, { method }: Pick<ChatWork, 'method'>, verdict: Verdict): string {
  const { calls, answer: answerKey, stoppedBy } = verdict
  const reason = isRule(stoppedBy) ? stoppedBy : 'undecided'
  return hex(digestLine({ questionId: content, replicate: 0, methodKey: methodKey(method), calls, answerKey, reason }))
}

/**
 * A number from 0 to 1, below which a team's share of audits lies for requests that are audited: the same for the same
 * request with the same seed and method, and unrelated to its answers.
 */
export function auditPlace(base: number, { method }: Pick<ChatWork, 'method'>): number {
  return Number.parseInt(hex(`audit ${base} ${methodKey(method)}`).slice(0, 12), 16) / 2 ** 48
}

function isRule(reason: StoppedBy): reason is StopReason {
  return STOP_REASONS.some((each) => each === reason)
}

function hex(text: string): string {
  return Buffer.from(sha256(text)).toString('hex')
}
