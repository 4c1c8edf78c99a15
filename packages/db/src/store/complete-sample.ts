import type { AnswerTier } from '@cges-fleet/answers'
import type { Outcome } from '@cges-fleet/core'
import type { Confidences } from '@cges-fleet/methods'
import type { ClaimedSample } from './claim-sample.js'
import { type Db, query } from './query.js'

/** Which attempt at which sample: only the attempt whose fence is still the row's may write. */
export type Attempt = Pick<ClaimedSample, 'trialId' | 'index' | 'fence'>

/** An attempt that has ended, and the GPU time its call took as far as anyone knows. */
export type EndedAttempt = Attempt & { readonly gpuMs?: number }

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
 * Lands a drawn sample if the attempt still holds it, and settles its call, or closes it as failed where nothing is
 * charged for it; a late attempt is written down as discarded and changes nothing else. Not a plain upsert: that would let the faster of two attempts win, and
 * fast attempts are short answers. Returns whether the sample landed.
 */
export async function completeSample(db: Db, attempt: EndedAttempt, drawn: DrawnSample): Promise<boolean> {
  const rows = await query<{ landed: boolean }>(db, COMPLETE, [
    attempt.trialId,
    attempt.index,
    attempt.fence,
    JSON.stringify({ ...drawn, body: undefined }),
    drawn.body?.text ?? null,
    drawn.body?.reasoning ?? null,
    drawn.body?.tokenIds ?? null,
    drawn.body?.logprobs ?? null,
    attempt.gpuMs ?? null,
  ])
  return rows[0]?.landed ?? false
}

const COMPLETE = `SELECT * FROM complete_sample($1, $2, $3, $4, $5, $6, $7, $8, $9)`
