import { newId } from '../new-id.js'
import { type Db, query } from './query.js'

export interface SampleRef {
  readonly trialId: string
  readonly index: number
}

export interface ClaimedSample extends SampleRef {
  readonly teamId: string
  readonly evaluationId: string
  readonly fence: number
  readonly seed: number
  readonly question: string
  readonly choices: readonly string[] | null
  readonly unclearFaults: number
  /** How many methods its evaluation has: they may have become more. */
  readonly methods: number
}

export interface ClaimTerms {
  readonly workerId: string
  readonly leaseMs: number
  /** A sample delivered this often is poison: it is not drawn again. */
  readonly maxDeliveries: number
  /** The same on every try at one claim: a try that follows one whose answer was lost finds what that one took. */
  readonly claim?: string
}

/**
 * Takes a pending sample of a running evaluation for one attempt: raises its fence, sets the lease and writes the
 * ledger row, all before the model is called. Null where there is nothing to take: the job is then done.
 */
export async function claimSample(db: Db, ref: SampleRef, terms: ClaimTerms): Promise<ClaimedSample | null> {
  const rows = await query<ClaimedSample & { seed: string }>(db, CLAIM, [
    ref.trialId,
    ref.index,
    terms.leaseMs,
    terms.maxDeliveries,
    terms.workerId,
    terms.claim ?? newId(),
  ])
  const row = rows[0]
  return row === undefined ? null : { ...row, seed: Number(row.seed) }
}

/** A first claim was reserved when the sample was planned; one more is paid from the evaluation's redeliveries. */
const CLAIM = `
WITH wanted AS MATERIALIZED (
  SELECT s.trial_id, s.index, s.fence > 0 AS again, e.id AS evaluation_id, e.benchmark_id,
         jsonb_array_length(e.spec -> 'methods') AS methods
  FROM sample s JOIN evaluation e ON e.id = s.evaluation_id
  WHERE s.trial_id = $1 AND s.index = $2 AND s.state = 'pending' AND s.deliveries < $4 AND e.status = 'running'
  FOR UPDATE OF s
), paid AS (
  UPDATE spending p SET redelivered = p.redelivered + p.calls_per_sample FROM wanted w
  WHERE w.again AND p.evaluation_id = w.evaluation_id
    AND coalesce(p.redelivered + p.calls_per_sample <= p.redeliveries, true)
  RETURNING p.evaluation_id
), claimed AS (
  UPDATE sample s
  SET state = 'leased', fence = s.fence + 1, deliveries = s.deliveries + 1,
      lease_until = now() + $3 * interval '1 ms'
  FROM wanted w
  WHERE s.trial_id = w.trial_id AND s.index = w.index AND (NOT w.again OR EXISTS (SELECT 1 FROM paid))
  RETURNING s.trial_id, s.index, s.team_id, s.evaluation_id, s.fence, s.seed, s.unclear_faults, w.benchmark_id, w.methods
), written AS (
  INSERT INTO call_ledger (trial_id, index, kind, fence, team_id, evaluation_id, worker_id, state, claim)
  SELECT trial_id, index, 'draw', fence, team_id, evaluation_id, $5, 'started', $6 FROM claimed
), taken AS (
  SELECT * FROM claimed
  UNION ALL
  SELECT s.trial_id, s.index, s.team_id, s.evaluation_id, s.fence, s.seed, s.unclear_faults, e.benchmark_id,
         jsonb_array_length(e.spec -> 'methods')
  FROM call_ledger l
  JOIN sample s ON s.trial_id = l.trial_id AND s.index = l.index AND s.fence = l.fence AND s.state = 'leased'
  JOIN evaluation e ON e.id = s.evaluation_id
  WHERE l.trial_id = $1 AND l.index = $2 AND l.kind = 'draw' AND l.claim = $6
)
SELECT c.trial_id AS "trialId", c.index, c.team_id AS "teamId", c.evaluation_id AS "evaluationId", c.fence, c.seed,
       c.unclear_faults AS "unclearFaults", c.methods, q.question, q.choices
FROM taken c
JOIN trial t ON t.id = c.trial_id
JOIN question q ON q.benchmark_id = c.benchmark_id AND q.position = t.position`

/** Gives up a pending sample that has been delivered too often, without another call. Returns its evaluation, or null. */
export async function rejectPoison(db: Db, ref: SampleRef, maxDeliveries: number): Promise<string | null> {
  const rows = await query<{ evaluationId: string }>(
    db,
    `UPDATE sample s
     SET state = 'landed', outcome = 'infra_error', landed_at = now(),
         error = 'given up after ' || s.deliveries || ' deliveries'
     FROM evaluation e
     WHERE s.trial_id = $1 AND s.index = $2 AND s.state = 'pending' AND s.deliveries >= $3
       AND e.id = s.evaluation_id AND e.status = 'running'
     RETURNING s.evaluation_id AS "evaluationId"`,
    [ref.trialId, ref.index, maxDeliveries],
  )
  return rows[0]?.evaluationId ?? null
}
