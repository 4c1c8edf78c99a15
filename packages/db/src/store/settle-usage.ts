import type { LockedEvaluation } from './lock-evaluation.js'
import { type Db, query } from './query.js'

/** What an evaluation's samples took that a round has read. */
export interface Used {
  readonly calls: number
  readonly tokens: number
  readonly gpuMs: number
  /** The GPU time they had been expected to take. */
  readonly expectedMs: number
}

/**
 * Books what a team's samples took, and moves the team's next turn by the GPU time they took more or less than expected:
 * who draws long answers waits longer. Takes the lock that `takeTurns` takes.
 */
export async function settleUsage(
  tx: Db,
  { id, teamId, pool }: Pick<LockedEvaluation, 'id' | 'teamId' | 'pool'>,
  { calls, tokens, gpuMs, expectedMs }: Used,
): Promise<void> {
  if (calls === 0) return
  await lockTurns(tx, teamId)
  await query(tx, SETTLE, [teamId, pool, calls, tokens, gpuMs, gpuMs - expectedMs, id])
}

/** Lets no other transaction take or move a team's turns until this one has ended. */
export async function lockTurns(tx: Db, teamId: string): Promise<void> {
  await query(tx, `SELECT pg_advisory_xact_lock(hashtextextended('turns of ' || $1, 0))`, [teamId])
}

const SETTLE = `
WITH booked AS (
  INSERT INTO usage (team_id, pool, day, calls, tokens, gpu_ms) VALUES ($1, $2, current_date, $3, $4, $5)
  ON CONFLICT (team_id, pool, day) DO UPDATE
  SET calls = usage.calls + EXCLUDED.calls, tokens = usage.tokens + EXCLUDED.tokens, gpu_ms = usage.gpu_ms + EXCLUDED.gpu_ms
), moved AS (
  UPDATE turn t SET last_tag = t.last_tag + $6 / m.weight FROM team m WHERE t.team_id = $1 AND t.pool = $2 AND m.id = $1
)
UPDATE spending SET gpu_ms = gpu_ms + $5 WHERE evaluation_id = $7`
