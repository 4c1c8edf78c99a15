import type { DatabaseFunction } from './database-function.js'

export const COMPLETE_SAMPLE: DatabaseFunction = {
  name: 'complete_sample',
  takes:
    '_trial uuid, _index integer, _fence integer, _drawn jsonb, _text text, _reasoning text, _token_ids bytea, _logprobs bytea, _gpu_ms real',
  returns: 'TABLE (landed boolean)',
  does: `
RETURN QUERY
WITH drawn AS (
  SELECT * FROM jsonb_to_record(_drawn) AS d(
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
      gpu_ms = _gpu_ms
  FROM drawn d
  WHERE s.trial_id = _trial AND s.index = _index AND s.state = 'leased' AND s.fence = _fence
  RETURNING s.trial_id, s.index, s.team_id
), body AS (
  INSERT INTO sample_body (trial_id, index, team_id, text, reasoning, token_ids, logprobs)
  SELECT trial_id, index, team_id, _text, _reasoning, _token_ids, _logprobs FROM landed WHERE _text IS NOT NULL
  ON CONFLICT (trial_id, index) DO UPDATE
  SET text = EXCLUDED.text, reasoning = EXCLUDED.reasoning, token_ids = EXCLUDED.token_ids, logprobs = EXCLUDED.logprobs
), ledger AS (
  UPDATE call_ledger l
  SET state = CASE WHEN NOT EXISTS (SELECT 1 FROM landed) THEN 'discarded'
                   WHEN d.outcome IN ('invalid_request', 'infra_error') THEN 'failed' ELSE 'settled' END,
      reason = left(d.error, 1000), ended_at = now(),
      prompt_tokens = d."promptTokens", completion_tokens = d."completionTokens", gpu_ms = _gpu_ms
  FROM drawn d
  WHERE l.trial_id = _trial AND l.index = _index AND l.kind = 'draw' AND l.fence = _fence AND l.state IN ('started', 'lost')
)
SELECT EXISTS (SELECT 1 FROM landed);`,
}
