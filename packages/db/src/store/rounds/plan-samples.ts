import type { EndsBelow } from '@cges-fleet/methods'
import { newId } from '../../new-id.js'
import type { QueuedCall } from '../calls/placed-call.js'
import { type Db, query } from '../query.js'
import { takeTurns } from './take-turns.js'

export interface PlannedSample {
  readonly trialId: string
  readonly index: number
  readonly seed: number
  /** Where its response may be ended early; left out if it is wanted whole. */
  readonly endsBelow?: EndsBelow
}

export interface PlannedTurns {
  /** Those the team's limits allow. */
  readonly queued: readonly (QueuedCall & { readonly trialId: string })[]
  /** The team's limit that prevents anything more from starting; null if none does. */
  readonly usedUp: string | null
}

/** How long a round has to queue what it planned before the sweep relays it. */
const SWEEP_AFTER = `interval '1 second'`

/**
 * Inserts the calls of the next samples as pending rows, in the transaction that planned them: the transactional
 * outbox. Each gets its fair-queueing tag among the samples of all teams; the team's turns must be locked.
 */
export async function planSamples(
  tx: Db,
  evaluation: { id: string; teamId: string; pool: string },
  planned: readonly PlannedSample[],
): Promise<PlannedTurns> {
  if (planned.length === 0) return { queued: [], usedUp: null }
  const { id, teamId, pool } = evaluation
  const { turns, last, virtual, scale, usedUp } = await takeTurns(tx, evaluation, planned.length)
  const rows = turns.flatMap((turn, at) =>
    planned.slice(at, at + 1).map((sample) => ({ callId: newId(), ...sample, ...turn })),
  )
  await query(tx, WRITE, [id, teamId, pool, JSON.stringify(rows), last, virtual])
  if (scale !== null) await query(tx, BEGIN_ANEW, [pool, scale.first, scale.workPerStep])
  const queued = rows.map(({ callId, trialId, index, priority }) => {
    return { callId, kind: 'draw' as const, trialId, rankingId: null, index, fence: 0, pool, repair: null, priority }
  })
  return { queued, usedUp }
}

/** Stores the team's last tag with the samples, and the virtual time unless another round is just doing so. */
const WRITE = `
WITH virtual AS (
  UPDATE pool SET virtual_tag = $6
  WHERE name IN (SELECT name FROM pool WHERE name = $3 AND virtual_tag < $6 FOR NO KEY UPDATE SKIP LOCKED)
), kept AS (
  INSERT INTO turn (pool, team_id, last_tag) VALUES ($3, $2, $5)
  ON CONFLICT (pool, team_id) DO UPDATE SET last_tag = EXCLUDED.last_tag
), planned AS (
  SELECT * FROM jsonb_to_recordset($4::jsonb) AS p(
    "callId" uuid, "trialId" uuid, index int, seed bigint, tag float8, cost real, "endsBelow" jsonb)
), written AS (
  INSERT INTO call (id, kind, trial_id, index, team_id, evaluation_id, pool, queue_at, seed, tag, cost, ends_below)
  SELECT "callId", 'draw', "trialId", index, $2, $1, $3, now() + ${SWEEP_AFTER}, seed, tag, cost,
         "endsBelow" FROM planned
), per_trial AS (
  SELECT "trialId", count(*)::int AS asked FROM planned GROUP BY 1
)
UPDATE trial t SET asked = t.asked + p.asked FROM per_trial p
WHERE t.id = p."trialId" AND t.id = ANY (ARRAY(SELECT "trialId" FROM per_trial))`

const BEGIN_ANEW = `
UPDATE pool SET virtual_tag = greatest(virtual_tag, $2), first_tag = $2, work_per_step = $3, reordered_at = now()
WHERE name = $1`
