/**
 * Every sample that was planned, in SQL, wherever it is on its way: its call as far as that goes, and what came of it
 * from then on. One that was imported has no call.
 */
export const PLANNED_SAMPLES = `(
  SELECT k.id AS call_id, k.trial_id, k.index, k.team_id, k.evaluation_id, coalesce(s.state, k.state) AS state, k.fence,
         k.deliveries, k.unclear_faults, k.lease_until, k.queue_at, k.tag, k.cost, k.seed, k.created_at, s.outcome,
         s.raw_answer, s.answer_key, s.signals, s.error, s.landed_at, s.minima
  FROM call k LEFT JOIN sample s ON s.trial_id = k.trial_id AND s.index = k.index WHERE k.kind = 'draw'
  UNION ALL
  SELECT NULL, trial_id, index, team_id, evaluation_id, state, NULL, NULL, unclear_faults, NULL, NULL, NULL, NULL, seed, NULL,
         outcome, raw_answer, answer_key, signals, error, landed_at, minima
  FROM sample s
  WHERE NOT EXISTS (SELECT 1 FROM call k WHERE k.trial_id = s.trial_id AND k.index = s.index AND k.kind = 'draw')
)`

/** Every attempt ever made, in SQL: those of the ledger, and as `started` those under way. */
export const ATTEMPTS = `(
  SELECT k.id AS call_id, k.kind, k.trial_id, k.ranking_id, k.index, k.team_id, k.evaluation_id, a.fence, a.worker_id,
         a.state, a.reason, a.prompt_tokens, a.completion_tokens, a.gpu_ms, a.started_at, a.ended_at
  FROM call k
  CROSS JOIN LATERAL (
    SELECT fence, worker_id, state, reason, prompt_tokens, completion_tokens, gpu_ms, started_at, ended_at
    FROM call_ledger WHERE call_id = k.id
    UNION ALL
    SELECT k.fence, k.worker_id, 'started', NULL, NULL, NULL, NULL, k.claimed_at, NULL WHERE k.state = 'leased'
  ) a
)`
