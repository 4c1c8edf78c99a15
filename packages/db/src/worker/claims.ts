import { type Attempt, byCallKind, type Claimed, type ClaimedCall } from '../call-kinds.js'
import { type Db, query } from '../connection/query.js'
import { newId } from '../ids.js'
import { type DatabaseFunction, REQUIRE_LEASE } from '../schema/database-function.js'

/** A worker as it registered (`heartbeat`): it claims in its own name, of its own pool. */
export interface RegisteredWorker {
  readonly id: string
  readonly secret: string
}

interface ClaimTerms {
  readonly worker: RegisteredWorker
  readonly leaseMs: number
}

export interface Claim {
  readonly callId: string
  /**
   * An idempotency key, the same on every try at one claim: a retry whose first answer was lost finds its own claim.
   */
  readonly claim: string
}

type Row = Omit<Claimed, 'seed'> & {
  readonly seed: string
  readonly kind: ClaimedCall['kind']
  readonly asks: object
}

/**
 * Claims pending calls of running evaluations for one attempt each: raises their fences, sets the leases and records
 * who makes them, all before the model is asked. Answers are in the order of the calls; null if there is nothing to
 * claim: the job is then done.
 */
export async function claimCalls(
  db: Db,
  claims: readonly Claim[],
  { leaseMs, worker }: ClaimTerms,
): Promise<(ClaimedCall | null)[]> {
  const calls = claims.map(({ callId }) => callId)
  const keys = claims.map(({ claim }) => claim)
  const rows = await query<Row>(db, CLAIM, [calls, keys, leaseMs, worker.id, worker.secret])
  const claimed = new Map(rows.map((row) => [row.claim, claimedCall(row)]))
  return keys.map((key) => claimed.get(key) ?? null)
}

/** Claims one call. */
export async function claimCall(
  db: Db,
  callId: string,
  { claim = newId(), ...terms }: ClaimTerms & Partial<Pick<Claim, 'claim'>>,
): Promise<ClaimedCall | null> {
  const [claimed] = await claimCalls(db, [{ callId, claim }], terms)
  return claimed ?? null
}

/** A row is a claimed call of its kind, since `asks` selects what the kind's type adds. */
function claimedCall({ asks, seed, ...row }: Row): ClaimedCall {
  return { ...row, ...asks, seed: Number(seed) } as ClaimedCall
}

const CLAIM = `SELECT * FROM claim_calls($1, $2, $3, $4, $5)`

/** Claims the call that scores a drawn response; null if the attempt no longer holds its draw. */
export async function claimScore(
  db: Db,
  draw: Attempt,
  worker: RegisteredWorker,
  claim: string,
): Promise<Attempt | null> {
  const [score] = await query<Attempt>(db, `SELECT * FROM claim_score($1, $2, $3, $4, $5, $6)`, [
    draw.callId,
    draw.fence,
    draw.claim,
    claim,
    worker.id,
    worker.secret,
  ])
  return score ?? null
}

/**
 * The first claim was reserved when the call was planned; later claims are paid from the evaluation's redeliveries, and
 * a score's with its draw's. A reply has no evaluation: its deliveries alone bound it. A worker claims in its own name, of its own pool, and nothing that was delivered as often as
 * it registered. Of a paused pool only the scores of what is being drawn are claimed. Rows are locked in the order of their ids, as everywhere that several are. `asks` is the input for the
 * model; `methods` rises whenever methods are added or set aside. A claim of replies alone does not wait for the disk: if a
 * crash of the database undoes it, the reply is claimed again, and what this attempt draws is late by the key of its claim.
 */
export const CLAIM_CALLS: DatabaseFunction = {
  name: 'claim_calls',
  takes: '_calls uuid[], _claims uuid[], _lease_ms double precision, _worker uuid, _secret uuid',
  returns: `TABLE (claim uuid, "callId" uuid, kind text, "teamId" uuid, "evaluationId" uuid, index integer,
   fence integer, seed bigint, "unclearFaults" integer, methods integer, asks jsonb)`,
  does: `${REQUIRE_LEASE}
IF NOT EXISTS (
  SELECT FROM unnest(_calls) a(id) WHERE (SELECT k.request_id IS NULL FROM call k WHERE k.id = a.id)
) THEN
  PERFORM set_config('synchronous_commit', 'off', true);
END IF;
RETURN QUERY
WITH asked AS MATERIALIZED (
  SELECT a.id, a.claim FROM unnest(_calls, _claims) AS a(id, claim)
), wanted AS MATERIALIZED (
  SELECT k.id, k.kind, k.fence > 0 AND k.kind <> 'score' AND e.id IS NOT NULL AS pays, e.id AS evaluation_id
  FROM worker w JOIN call k ON k.pool = w.pool LEFT JOIN evaluation e ON e.id = k.evaluation_id
  JOIN pool p ON p.name = w.pool
  WHERE w.id = _worker AND w.secret = _secret AND k.id = ANY (_calls)
    AND k.state = 'pending' AND (k.deliveries < w.max_deliveries OR k.kind = 'score')
    AND (e.status = 'running' OR k.kind = 'score' OR k.evaluation_id IS NULL)
    AND (p.paused_at IS NULL OR k.kind = 'score')
  ORDER BY k.id FOR UPDATE OF k
), purse AS MATERIALIZED (
  SELECT * FROM spending p WHERE p.evaluation_id IN (SELECT w.evaluation_id FROM wanted w WHERE w.pays)
  ORDER BY p.evaluation_id FOR UPDATE
), cost AS (
  SELECT w.id, p.evaluation_id, p.redeliveries,
         p.redelivered + sum(CASE w.kind WHEN 'draw' THEN p.calls_per_sample ELSE 1 END)
           OVER (PARTITION BY p.evaluation_id ORDER BY w.id) AS upto
  FROM wanted w JOIN purse p ON p.evaluation_id = w.evaluation_id WHERE w.pays
), payable AS (
  SELECT * FROM cost c WHERE coalesce(c.upto <= c.redeliveries, true)
), paid AS (
  UPDATE spending p SET redelivered = b.upto
  FROM (SELECT c.evaluation_id, max(c.upto) AS upto FROM payable c GROUP BY 1) b
  WHERE p.evaluation_id = b.evaluation_id
), claimed AS (
  UPDATE call k
  SET state = 'leased', fence = k.fence + 1, deliveries = k.deliveries + 1, worker_id = _worker, claim = a.claim,
      claimed_at = now(), lease_until = now() + _lease_ms * interval '1 ms'
  FROM wanted w JOIN (SELECT DISTINCT ON (id) * FROM asked ORDER BY id) a ON a.id = w.id
  WHERE k.id = w.id AND (NOT w.pays OR w.id IN (SELECT c.id FROM payable c))
  RETURNING k.*
), taken AS (
  SELECT * FROM claimed
  UNION ALL
  SELECT k.* FROM asked a JOIN call k ON k.id = a.id AND k.claim = a.claim AND k.worker_id = _worker AND k.state = 'leased'
)
SELECT k.claim, k.id, k.kind, k.team_id, k.evaluation_id, k.index, k.fence, k.seed,
       k.unclear_faults,
       coalesce(jsonb_array_length(e.spec -> 'methods') + 2 * jsonb_array_length(coalesce(e.spec -> 'setAside', '[]')), 0),
       ${byCallKind('k.kind', ({ asks }) => `(${asks})`)} END
FROM taken k LEFT JOIN evaluation e ON e.id = k.evaluation_id;`,
}

/**
 * Claims the call that scores a drawn response, while its draw is held. It is never queued: it waits for its draw as
 * long as needed, and its lease is renewed and expires together with the draw's.
 */
export const CLAIM_SCORE: DatabaseFunction = {
  name: 'claim_score',
  takes: '_draw uuid, _fence integer, _held uuid, _claim uuid, _worker uuid, _secret uuid',
  returns: 'TABLE ("callId" uuid, fence integer, claim uuid)',
  does: `
INSERT INTO call (id, kind, team_id, evaluation_id, pool, trial_id, index, queue_at)
SELECT gen_random_uuid(), 'score', team_id, evaluation_id, pool, trial_id, index, 'infinity'
FROM call WHERE id = _draw AND (fence, claim) = (_fence, _held) AND state = 'leased'
ON CONFLICT (trial_id, index, kind) DO UPDATE SET state = 'pending' WHERE call.state = 'ended';
RETURN QUERY
SELECT c."callId", c.fence, c.claim
FROM call d JOIN call s ON s.trial_id = d.trial_id AND s.index = d.index AND s.kind = 'score'
CROSS JOIN LATERAL claim_calls(
  ARRAY[s.id], ARRAY[_claim], greatest(1, extract(epoch FROM d.lease_until - now())::float8 * 1000), _worker, _secret) c
WHERE d.id = _draw AND (d.fence, d.claim) = (_fence, _held) AND d.state = 'leased';`,
}
