import type { DatabaseFunction } from './database-function.js'

/** The call that draws a sample, and the one currently ranking, as workers of the previous release address them. */
const OF_SAMPLE = `k.trial_id = _trial AND k.index = _index AND k.kind = 'draw'`
const OF_RANKING = `k.ranking_id = _ranking AND k.index = r.tries - 1`

/**
 * The functions that workers of the previous release call during a rolling upgrade, implemented on calls; names,
 * parameters and columns are theirs. The next release drops them.
 */
export const FORMER_FUNCTIONS: readonly DatabaseFunction[] = [
  {
    name: 'enter_pool',
    takes: '_pool text, _model text, _revision text, _provenance text, _reward_model text, _max_model_len integer',
    returns: 'TABLE (model text, revision text, provenance text, "rewardModel" text, "maxModelLen" integer)',
    does: `
RETURN QUERY
SELECT e.model, e.revision, e.provenance, e."rewardModel", e."maxModelLen"
FROM enter_pool_serving(_pool, jsonb_build_object(
  'model', _model, 'revision', _revision, 'provenance', _provenance, 'rewardModel', _reward_model,
  'maxModelLen', _max_model_len)) e;`,
  },
  {
    name: 'claim_call',
    takes: '_call uuid, _lease_ms double precision, _max_deliveries integer, _worker uuid, _claim uuid',
    returns: `TABLE ("callId" uuid, kind text, "teamId" uuid, "evaluationId" uuid, "trialId" uuid, "rankingId" uuid,
  index integer, fence integer, seed bigint, "unclearFaults" integer, methods integer, asks jsonb)`,
    does: `
RETURN QUERY
SELECT c."callId", c.kind, c."teamId", c."evaluationId", c."trialId", c."rankingId", c.index, c.fence, c.seed,
       c."unclearFaults", c.methods, c.asks
FROM claim_calls(ARRAY[_call], ARRAY[_claim], _lease_ms, _max_deliveries, _worker) c;`,
  },
  {
    name: 'end_call',
    takes: '_call uuid, _fence integer, _end jsonb',
    returns: 'TABLE (ended text)',
    does: `
RETURN QUERY
SELECT e.ended FROM end_calls(jsonb_build_array(_end || jsonb_build_object('callId', _call, 'fence', _fence))) e;`,
  },
  {
    name: 'land_sample',
    takes:
      '_call uuid, _fence integer, _end jsonb, _drawn jsonb, _text text, _reasoning text, _token_ids bytea, _logprobs bytea',
    returns: 'TABLE (ended text)',
    does: `
RETURN QUERY
SELECT l.ended
FROM land_samples(
  jsonb_build_array(jsonb_build_object(
    'end', _end || jsonb_build_object('callId', _call, 'fence', _fence), 'drawn', _drawn)),
  ARRAY[_text], ARRAY[_reasoning], ARRAY[_token_ids], ARRAY[_logprobs]) l;`,
  },
  {
    name: 'claim_sample',
    takes:
      '_trial uuid, _index integer, _lease_ms double precision, _max_deliveries integer, _worker uuid, _claim uuid',
    returns: `TABLE ("trialId" uuid, index integer, "teamId" uuid, "evaluationId" uuid, fence integer, seed bigint,
  "unclearFaults" integer, methods integer, question text, choices jsonb)`,
    does: `
RETURN QUERY
SELECT c."trialId", c.index, c."teamId", c."evaluationId", c.fence, c.seed, c."unclearFaults", c.methods,
       c.asks ->> 'question', nullif(c.asks -> 'choices', 'null'::jsonb)
FROM call k CROSS JOIN LATERAL claim_call(k.id, _lease_ms, _max_deliveries, _worker, _claim) c WHERE ${OF_SAMPLE};`,
  },
  {
    name: 'give_up_sample',
    takes: '_trial uuid, _index integer, _max_deliveries integer',
    returns: 'TABLE ("evaluationId" uuid)',
    does: `
RETURN QUERY
SELECT g."evaluationId" FROM call k CROSS JOIN LATERAL give_up_call(k.id, _max_deliveries) g WHERE ${OF_SAMPLE};`,
  },
  {
    name: 'renew_leases',
    takes: '_held jsonb, _lease_ms double precision',
    returns: 'TABLE ("trialId" uuid, index integer, wanted boolean)',
    does: `
RETURN QUERY
WITH held AS (
  SELECT k.id, k.index, h."trialId", h.fence
  FROM jsonb_to_recordset(_held) AS h("trialId" uuid, index int, fence int)
  JOIN call k ON k.index = h.index AND (k.ranking_id = h."trialId" OR (k.trial_id = h."trialId" AND k.kind = 'draw'))
)
SELECT h."trialId", h.index, r.wanted
FROM renew_calls((SELECT jsonb_agg(jsonb_build_object('callId', id, 'fence', fence)) FROM held), _lease_ms) r
JOIN held h ON h.id = r."callId";`,
  },
  {
    name: 'complete_sample',
    takes:
      '_trial uuid, _index integer, _fence integer, _drawn jsonb, _text text, _reasoning text, _token_ids bytea, _logprobs bytea, _gpu_ms real',
    returns: 'TABLE (landed boolean)',
    does: `
RETURN QUERY
SELECT l.ended = 'now'
FROM call k CROSS JOIN LATERAL land_sample(k.id, _fence, jsonb_build_object(
  'state', CASE WHEN _drawn ->> 'outcome' IN ('invalid_request', 'infra_error') THEN 'failed' ELSE 'settled' END,
  'again', false, 'reason', _drawn ->> 'error', 'promptTokens', _drawn -> 'promptTokens',
  'completionTokens', _drawn -> 'completionTokens', 'gpuMs', _gpu_ms
), _drawn, _text, _reasoning, _token_ids, _logprobs) l
WHERE ${OF_SAMPLE};`,
  },
  {
    name: 'has_landed',
    takes: '_trial uuid, _index integer, _fence integer',
    returns: 'TABLE (landed boolean)',
    does: `
RETURN QUERY
SELECT EXISTS (
  SELECT 1 FROM call k JOIN call_ledger l ON l.call_id = k.id
  WHERE ${OF_SAMPLE} AND k.state = 'ended' AND l.fence = _fence AND l.state IN ('settled', 'failed'));`,
  },
  {
    name: 'release_sample',
    takes:
      '_trial uuid, _index integer, _fence integer, _handed_back boolean, _unclear boolean, _back_off_ms double precision, _reason text, _gpu_ms real',
    returns: 'TABLE (released boolean)',
    does: `
RETURN QUERY
SELECT e.ended = 'now'
FROM call k CROSS JOIN LATERAL end_call(k.id, _fence, jsonb_build_object(
  'state', CASE WHEN _handed_back THEN 'handed_back' ELSE 'failed' END, 'again', true, 'unclear', _unclear,
  'backOffMs', _back_off_ms, 'reason', _reason, 'gpuMs', _gpu_ms)) e
WHERE ${OF_SAMPLE};`,
  },
  {
    name: 'start_score',
    takes: '_trial uuid, _index integer, _fence integer, _worker uuid',
    returns: 'TABLE (held boolean)',
    does: `
RETURN QUERY
SELECT EXISTS (
  SELECT 1 FROM call k CROSS JOIN LATERAL claim_score(k.id, _fence, _worker, gen_random_uuid()) c WHERE ${OF_SAMPLE});
-- Its worker renews the draw's lease alone.
UPDATE call k SET lease_until = now() + interval '10 minutes'
WHERE k.trial_id = _trial AND k.index = _index AND k.kind = 'score' AND k.state = 'leased' AND k.worker_id = _worker;`,
  },
  {
    name: 'end_score',
    takes: '_trial uuid, _index integer, _fence integer, _state text, _reason text, _prompt_tokens integer',
    returns: 'void',
    does: `
PERFORM end_call(k.id, k.fence, jsonb_build_object(
  'state', _state, 'again', false, 'reason', _reason, 'promptTokens', _prompt_tokens))
FROM call k JOIN call d ON d.trial_id = k.trial_id AND d.index = k.index AND d.kind = 'draw' AND d.fence = _fence
WHERE k.trial_id = _trial AND k.index = _index AND k.kind = 'score';`,
  },
  {
    name: 'claim_ranking',
    takes: '_ranking uuid, _lease_ms double precision, _max_deliveries integer, _worker uuid, _claim uuid',
    returns: `TABLE ("rankingId" uuid, "evaluationId" uuid, fence integer, seed bigint, tries integer, methods integer,
  questions text[])`,
    does: `
RETURN QUERY
SELECT r.id, c."evaluationId", c.fence, r.seed, c.index, c.methods,
       ARRAY(SELECT jsonb_array_elements_text(c.asks -> 'questions'))
FROM ranking r JOIN call k ON ${OF_RANKING}
CROSS JOIN LATERAL claim_call(k.id, _lease_ms, _max_deliveries, _worker, _claim) c WHERE r.id = _ranking;`,
  },
  {
    name: 'give_up_ranking',
    takes: '_ranking uuid, _max_deliveries integer',
    returns: 'TABLE ("evaluationId" uuid)',
    does: `
RETURN QUERY
SELECT g."evaluationId" FROM ranking r JOIN call k ON ${OF_RANKING}
CROSS JOIN LATERAL give_up_call(k.id, _max_deliveries) g WHERE r.id = _ranking;`,
  },
  {
    name: 'end_ranking',
    takes: `_ranking uuid, _fence integer, _try integer, _again boolean, _call_state text, _easiest_first integer[],
    _back_off_ms double precision, _reason text, _prompt_tokens integer, _completion_tokens integer, _gpu_ms real`,
    returns: 'TABLE (held boolean)',
    does: `
RETURN QUERY
SELECT l.ended = 'now'
FROM call k CROSS JOIN LATERAL land_ranking(k.id, _fence, jsonb_build_object(
  'state', _call_state, 'again', _call_state <> 'settled', 'backOffMs', _back_off_ms, 'reason', _reason,
  'promptTokens', _prompt_tokens, 'completionTokens', _completion_tokens, 'gpuMs', _gpu_ms
), _easiest_first, NOT _again) l
WHERE k.ranking_id = _ranking AND k.index = _try;`,
  },
]
