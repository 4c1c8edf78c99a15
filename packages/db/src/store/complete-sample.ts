import type { AnswerTier, Confidences, Outcome } from '@cges-fleet/core'
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

const COMPLETE = `
WITH drawn AS (
  SELECT * FROM jsonb_to_record($4::jsonb) AS d(
    outcome text, "rawAnswer" text, "answerKey" text, "answerTier" text, "gradingVersion" int, signals jsonb,
    "signalsVersion" int, "promptTokens" int, "completionTokens" int, "finishReason" text, "ttftMs" real, "totalMs" real, engine text,
    error text, "rewardSteps" jsonb)
), landed AS (
  UPDATE sample s
  SET state = 'landed', lease_until = NULL, landed_at = now(), outcome = d.outcome, raw_answer = d."rawAnswer",
      answer_key = d."answerKey", answer_tier = d."answerTier", grading_version = d."gradingVersion", signals = d.signals,
      signals_version = d."signalsVersion", prompt_tokens = d."promptTokens",
      completion_tokens = d."completionTokens", finish_reason = d."finishReason", ttft_ms = d."ttftMs",
      total_ms = d."totalMs", engine = d.engine, error = d.error, reward_steps = d."rewardSteps",
      gpu_ms = $9::real
  FROM drawn d
  WHERE s.trial_id = $1 AND s.index = $2 AND s.state = 'leased' AND s.fence = $3
  RETURNING s.trial_id, s.index, s.team_id
), body AS (
  INSERT INTO sample_body (trial_id, index, team_id, text, reasoning, token_ids, logprobs)
  SELECT trial_id, index, team_id, $5::text, $6::text, $7::bytea, $8::bytea FROM landed WHERE $5::text IS NOT NULL
  ON CONFLICT (trial_id, index) DO UPDATE
  SET text = EXCLUDED.text, reasoning = EXCLUDED.reasoning, token_ids = EXCLUDED.token_ids, logprobs = EXCLUDED.logprobs
), ledger AS (
  UPDATE call_ledger l
  SET state = CASE WHEN NOT EXISTS (SELECT 1 FROM landed) THEN 'discarded'
                   WHEN d.outcome IN ('invalid_request', 'infra_error') THEN 'failed' ELSE 'settled' END,
      reason = left(d.error, 1000), ended_at = now(),
      prompt_tokens = d."promptTokens", completion_tokens = d."completionTokens", gpu_ms = $9::real
  FROM drawn d
  WHERE l.trial_id = $1 AND l.index = $2 AND l.kind = 'draw' AND l.fence = $3 AND l.state IN ('started', 'lost')
)
SELECT EXISTS (SELECT 1 FROM landed) AS landed`
