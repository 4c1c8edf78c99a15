import { type Db, query } from './query.js'

export interface PlannedSample {
  readonly trialId: string
  readonly index: number
  readonly seed: number
}

/** A pending sample as the queue carries it. */
export interface QueuedSample {
  readonly trialId: string
  readonly index: number
  readonly fence: number
  readonly pool: string
}

/** How long a round has to queue what it planned before the sweep does it. */
const SWEEP_AFTER = `interval '1 second'`

/** Writes the next samples as pending rows, in the transaction that found them wanted: a pending row is the outbox. */
export async function planSamples(
  tx: Db,
  evaluation: { id: string; teamId: string; pool: string },
  planned: readonly PlannedSample[],
): Promise<QueuedSample[]> {
  if (planned.length === 0) return []
  await query(tx, INSERT, [evaluation.id, evaluation.teamId, evaluation.pool, JSON.stringify(planned)])
  return planned.map(({ trialId, index }) => ({ trialId, index, fence: 0, pool: evaluation.pool }))
}

const INSERT = `
WITH planned AS (
  SELECT * FROM jsonb_to_recordset($4::jsonb) AS p("trialId" uuid, index int, seed bigint)
), written AS (
  INSERT INTO sample (trial_id, index, team_id, evaluation_id, pool, queue_at, seed)
  SELECT "trialId", index, $2, $1, $3, now() + ${SWEEP_AFTER}, seed FROM planned
), per_trial AS (
  SELECT "trialId", count(*)::int AS asked FROM planned GROUP BY 1
)
UPDATE trial t SET asked = t.asked + p.asked FROM per_trial p WHERE t.id = p."trialId"`
