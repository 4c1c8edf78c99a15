import { type Db, query } from './query.js'
import { takeTurns } from './take-turns.js'

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
  /** Its place in the pool's queue: lower goes first. */
  readonly priority: number
}

export interface PlannedTurns {
  /** As many as the team's limits allow. */
  readonly queued: readonly QueuedSample[]
  /** The limit of the team that lets nothing more start; null where none does. */
  readonly usedUp: string | null
}

/** How long a round has to queue what it planned before the sweep does it. */
const SWEEP_AFTER = `interval '1 second'`

/** Writes the next samples as pending rows, in the transaction that found them wanted: a pending row is the outbox.
 * Each takes its turn among the samples of all teams. */
export async function planSamples(
  tx: Db,
  evaluation: { id: string; teamId: string; pool: string },
  planned: readonly PlannedSample[],
): Promise<PlannedTurns> {
  if (planned.length === 0) return { queued: [], usedUp: null }
  const { turns, usedUp } = await takeTurns(tx, evaluation, planned.length)
  const rows = turns.flatMap((turn, at) => planned.slice(at, at + 1).map((sample) => ({ ...sample, ...turn })))
  await query(tx, INSERT, [evaluation.id, evaluation.teamId, evaluation.pool, JSON.stringify(rows)])
  const queued = rows.map(({ trialId, index, priority }) => ({
    trialId,
    index,
    fence: 0,
    pool: evaluation.pool,
    priority,
  }))
  return { queued, usedUp }
}

const INSERT = `
WITH planned AS (
  SELECT * FROM jsonb_to_recordset($4::jsonb) AS p("trialId" uuid, index int, seed bigint, tag float8, cost real)
), written AS (
  INSERT INTO sample (trial_id, index, team_id, evaluation_id, pool, queue_at, seed, tag, cost)
  SELECT "trialId", index, $2, $1, $3, now() + ${SWEEP_AFTER}, seed, tag, cost FROM planned
), per_trial AS (
  SELECT "trialId", count(*)::int AS asked FROM planned GROUP BY 1
)
UPDATE trial t SET asked = t.asked + p.asked FROM per_trial p WHERE t.id = p."trialId"`
