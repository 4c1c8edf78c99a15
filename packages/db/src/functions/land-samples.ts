import type { DatabaseFunction } from './database-function.js'

/**
 * Ends draws and stores their samples, which never change afterwards. A landing is how its attempt ended (`end`) and
 * what was drawn (`drawn`); its texts stand at the same place in the arrays.
 */
export const LAND_SAMPLES: DatabaseFunction = {
  name: 'land_samples',
  takes: '_landings jsonb, _texts text[], _reasonings text[], _token_ids bytea[], _logprobs bytea[]',
  returns: 'TABLE ("callId" uuid, fence integer, ended text)',
  does: `
RETURN QUERY
WITH landing AS MATERIALIZED (
  SELECT l.place, h."callId" AS call_id, h.fence, h."gpuMs" AS gpu_ms, l.landing
  FROM jsonb_array_elements(_landings) WITH ORDINALITY AS l(landing, place)
  CROSS JOIN jsonb_to_record(l.landing -> 'end') AS h("callId" uuid, fence int, "gpuMs" real)
), ended AS MATERIALIZED (
  SELECT e."callId", e.fence, e.ended FROM end_calls((SELECT jsonb_agg(l.landing -> 'end') FROM landing l)) e
), own AS MATERIALIZED (
  SELECT k.trial_id, k.index, k.team_id, k.evaluation_id, k.seed, k.unclear_faults, l.place, l.gpu_ms, d.*
  FROM ended e JOIN landing l ON l.call_id = e."callId" AND l.fence = e.fence JOIN call k ON k.id = l.call_id
  CROSS JOIN jsonb_to_record(l.landing -> 'drawn') AS d(
    outcome text, "rawAnswer" text, "answerKey" text, "answerTier" text, "gradingVersion" int, signals jsonb,
    "signalsVersion" int, "promptTokens" int, "completionTokens" int, "finishReason" text, "ttftMs" real,
    "totalMs" real, engine text, error text, "rewardSteps" jsonb,
    minima jsonb, lacks text[])
  WHERE e.ended = 'now'
), landed AS (
  INSERT INTO sample (trial_id, index, team_id, evaluation_id, state, seed, unclear_faults, outcome, raw_answer, answer_key,
                      answer_tier, grading_version, signals, signals_version, prompt_tokens, completion_tokens,
                      finish_reason, ttft_ms, total_ms, engine, error, reward_steps, gpu_ms, minima,
                      lacks, landed_at)
  SELECT trial_id, index, team_id, evaluation_id, 'landed', seed, unclear_faults, outcome, "rawAnswer", "answerKey",
         "answerTier", "gradingVersion", signals, "signalsVersion", "promptTokens", "completionTokens", "finishReason",
         "ttftMs", "totalMs", engine, error, "rewardSteps", gpu_ms, minima, lacks, now()
  FROM own
), body AS (
  INSERT INTO sample_body (trial_id, index, team_id, text, reasoning, token_ids, logprobs)
  SELECT trial_id, index, team_id, _texts[place], _reasonings[place], _token_ids[place], _logprobs[place]
  FROM own WHERE _texts[place] IS NOT NULL
)
SELECT e."callId", e.fence, e.ended FROM ended e;`,
}
