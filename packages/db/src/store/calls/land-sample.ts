import type { AnswerTier } from '@cges-fleet/answers'
import type { Outcome } from '@cges-fleet/core'
import type { Confidences } from '@cges-fleet/methods'
import type { Attempt } from './claim-call.js'
import type { Ended } from './end-call.js'
import { type Db, query } from '../query.js'

export interface DrawnSample {
  readonly outcome: Outcome
  readonly rawAnswer: string | null
  readonly answerKey: string | null
  readonly answerTier: AnswerTier | null
  readonly gradingVersion: number
  readonly signals: Confidences | null
  readonly signalsVersion: number
  /** A reward model's scores of the response's steps, where it was asked. */
  readonly rewardSteps?: readonly number[] | null
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly finishReason: string | null
  readonly ttftMs: number | null
  readonly totalMs: number | null
  readonly engine: string | null
  readonly error: string | null
  readonly body: SampleBody | null
}

export interface SampleBody {
  readonly text: string
  readonly reasoning: string | null
  readonly tokenIds: Buffer | null
  readonly logprobs: Buffer | null
}

/**
 * Lands a drawn sample if the attempt still holds its call, and settles the call, or closes it as failed where nothing is
 * charged for it; a late attempt is written down as discarded and changes nothing else. Not a plain upsert: that would
 * let the faster of two attempts win, and fast attempts are short answers. Returns whether the sample is this attempt's.
 */
export async function landSample(
  db: Db,
  attempt: Attempt & { readonly gpuMs?: number },
  { body, ...drawn }: DrawnSample,
): Promise<boolean> {
  const { outcome, error, promptTokens, completionTokens } = drawn
  const isCharged = outcome !== 'invalid_request' && outcome !== 'infra_error'
  const took = { promptTokens, completionTokens, gpuMs: attempt.gpuMs }
  const [row] = await query<{ ended: Ended }>(db, LAND, [
    attempt.callId,
    attempt.fence,
    JSON.stringify({ ...took, state: isCharged ? 'settled' : 'failed', reason: error, again: false }),
    JSON.stringify(drawn),
    body?.text ?? null,
    body?.reasoning ?? null,
    body?.tokenIds ?? null,
    body?.logprobs ?? null,
  ])
  return row !== undefined && row.ended !== 'late'
}

const LAND = `SELECT * FROM land_sample($1, $2, $3, $4, $5, $6, $7, $8)`
