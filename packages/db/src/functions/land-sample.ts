import type { DatabaseFunction } from './database-function.js'

/** Ends a draw with the sample that came of it: a sample is there from then on, and never changes. */
export const LAND_SAMPLE: DatabaseFunction = {
  name: 'land_sample',
  takes:
    '_call uuid, _fence integer, _end jsonb, _drawn jsonb, _text text, _reasoning text, _token_ids bytea, _logprobs bytea',
  returns: 'TABLE (ended text)',
  does: `
RETURN QUERY
WITH ended AS MATERIALIZED (
  SELECT * FROM end_call(_call, _fence, _end) AS e(how)
), drawn AS (
  SELECT * FROM jsonb_to_record(_drawn) AS d(
    outcome text, "rawAnswer" text, "answerKey" text, "answerTier" text, "gradingVersion" int, signals jsonb,
    "signalsVersion" int, "promptTokens" int, "completionTokens" int, "finishReason" text, "ttftMs" real, "totalMs" real, engine text,
    error text, "rewardSteps" jsonb)
), landed AS (
  INSERT INTO sample (trial_id, index, team_id, evaluation_id, state, seed, unclear_faults, outcome, raw_answer, answer_key,
                      answer_tier, grading_version, signals, signals_version, prompt_tokens, completion_tokens,
                      finish_reason, ttft_ms, total_ms, engine, error, reward_steps, gpu_ms, landed_at)
  SELECT k.trial_id, k.index, k.team_id, k.evaluation_id, 'landed', k.seed, k.unclear_faults, d.outcome, d."rawAnswer",
         d."answerKey", d."answerTier", d."gradingVersion", d.signals, d."signalsVersion", d."promptTokens",
         d."completionTokens", d."finishReason", d."ttftMs", d."totalMs", d.engine, d.error, d."rewardSteps",
         (_end ->> 'gpuMs')::real, now()
  FROM ended e JOIN call k ON k.id = _call AND e.how = 'now' CROSS JOIN drawn d
  RETURNING trial_id, index, team_id
), body AS (
  INSERT INTO sample_body (trial_id, index, team_id, text, reasoning, token_ids, logprobs)
  SELECT trial_id, index, team_id, _text, _reasoning, _token_ids, _logprobs FROM landed WHERE _text IS NOT NULL
)
SELECT how FROM ended;`,
}
