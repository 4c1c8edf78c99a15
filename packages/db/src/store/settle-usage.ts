import type { LockedEvaluation } from './lock-evaluation.js'
import { type Db, query } from './query.js'

/** What an evaluation's calls took that a round has read. */
export interface Used {
  readonly calls: number
  readonly tokens: number
  /** Tokens of work, by which turns are made. */
  readonly work: number
  readonly gpuMs: number
  /** What was stored of the answers. */
  readonly bytes: number
}

export const NOTHING_USED: Used = { calls: 0, tokens: 0, work: 0, gpuMs: 0, bytes: 0 }

/** Adds up. */
export function bothUsed(one: Used, other: Used): Used {
  return {
    calls: one.calls + other.calls,
    tokens: one.tokens + other.tokens,
    work: one.work + other.work,
    gpuMs: one.gpuMs + other.gpuMs,
    bytes: one.bytes + other.bytes,
  }
}

/** Books what a team's calls took, from which its next turns are made. Takes the lock that `takeTurns` takes. */
export async function settleUsage(
  tx: Db,
  { id, teamId, pool }: Pick<LockedEvaluation, 'id' | 'teamId' | 'pool'>,
  { calls, tokens, work, gpuMs, bytes }: Used,
): Promise<void> {
  if (calls === 0) return
  await lockTurns(tx, teamId)
  await query(tx, SETTLE, [teamId, pool, calls, tokens, gpuMs, id, work, bytes])
}

/** Lets no other transaction take or move a team's turns until this one has ended. */
export async function lockTurns(tx: Db, teamId: string): Promise<void> {
  await query(tx, `SELECT pg_advisory_xact_lock(hashtextextended('turns of ' || $1, 0))`, [teamId])
}

const SETTLE = `
WITH booked AS (
  INSERT INTO usage (team_id, pool, day, calls, tokens, gpu_ms, work) VALUES ($1, $2, current_date, $3, $4, $5, $7)
  ON CONFLICT (team_id, pool, day) DO UPDATE
  SET calls = usage.calls + EXCLUDED.calls, tokens = usage.tokens + EXCLUDED.tokens, gpu_ms = usage.gpu_ms + EXCLUDED.gpu_ms,
      work = usage.work + EXCLUDED.work
), stored AS (
  INSERT INTO storage AS s (team_id, bytes) SELECT $1, $8::bigint WHERE $8::bigint > 0
  ON CONFLICT (team_id) DO UPDATE SET bytes = s.bytes + EXCLUDED.bytes
)
UPDATE spending SET gpu_ms = gpu_ms + $5, work = work + $7 WHERE evaluation_id = $6`
