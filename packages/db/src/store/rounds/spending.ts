import type { LockedEvaluation } from './lock-evaluation.js'
import { type Db, query } from '../query.js'

/** What a round found spent. */
export interface Spent {
  readonly calls: number
  readonly tokens: number
}

/** The cost of an evaluation's calls that a round has read. */
export interface Used extends Spent {
  /** Tokens of work, the unit of fair queueing. */
  readonly work: number
  readonly gpuMs: number
  /** Bytes stored of the answers. */
  readonly bytes: number
}

export const NOTHING_USED: Used = { calls: 0, tokens: 0, work: 0, gpuMs: 0, bytes: 0 }

export function bothUsed(one: Used, other: Used): Used {
  return {
    calls: one.calls + other.calls,
    tokens: one.tokens + other.tokens,
    work: one.work + other.work,
    gpuMs: one.gpuMs + other.gpuMs,
    bytes: one.bytes + other.bytes,
  }
}

/**
 * Locks a team's turns against other transactions until this one ends. Taken before anything is booked, so that no
 * two rounds of one team each hold what the other waits for.
 */
export async function lockTurns(tx: Db, teamId: string): Promise<void> {
  await query(tx, `SELECT pg_advisory_xact_lock(hashtextextended('turns of ' || $1, 0))`, [teamId])
}

/**
 * Books what a round spent: to the team, which its next turns are based on, and to the evaluation with what is now
 * reserved; `returned` of the calls will be repeated. If turns are taken afterwards they must be locked already.
 */
export async function bookSpent(
  tx: Db,
  { id, teamId, pool }: Pick<LockedEvaluation, 'id' | 'teamId' | 'pool'>,
  { calls, tokens, work, gpuMs, bytes, returned = 0 }: Used & { readonly returned?: number },
): Promise<void> {
  await query(tx, BOOK, [id, teamId, pool, calls, tokens, gpuMs, work, bytes, returned])
}

/** Returns the SQL of the calls that an evaluation has reserved: planned and not read. */
export function reservedOf(evaluation: string): string {
  return `
SELECT live.n * p.calls_per_sample + ranks.n AS calls, live.n * p.calls_per_sample + ranks.questions AS long_calls
FROM (SELECT ((SELECT count(*) FROM call WHERE evaluation_id = ${evaluation} AND live AND kind = 'draw')
              + (SELECT count(*) FROM sample WHERE evaluation_id = ${evaluation} AND state = 'landed'))::int AS n) live,
     (SELECT count(*)::int AS n, coalesce(sum(cardinality(positions)), 0)::int AS questions
      FROM ranking WHERE evaluation_id = ${evaluation} AND reserved) ranks`
}

const BOOK = `
WITH booked AS (
  INSERT INTO usage (team_id, pool, day, calls, tokens, gpu_ms, work)
  SELECT $2, $3, current_date, $4::int, $5::bigint, $6::float8, $7::float8 WHERE $4::int > 0
  ON CONFLICT (team_id, pool, day) DO UPDATE
  SET calls = usage.calls + EXCLUDED.calls, tokens = usage.tokens + EXCLUDED.tokens, gpu_ms = usage.gpu_ms + EXCLUDED.gpu_ms,
      work = usage.work + EXCLUDED.work
), stored AS (
  INSERT INTO storage AS s (team_id, bytes) SELECT $2, $8::bigint WHERE $8::bigint > 0
  ON CONFLICT (team_id) DO UPDATE SET bytes = s.bytes + EXCLUDED.bytes
)
UPDATE spending p
SET calls = p.calls + $4::int - $9::int, tokens = p.tokens + $5::bigint, gpu_ms = p.gpu_ms + $6::float8,
    work = p.work + $7::float8, calls_reserved = r.calls
FROM (SELECT r.calls FROM spending p, LATERAL (${reservedOf('$1')}) r WHERE p.evaluation_id = $1) r
WHERE p.evaluation_id = $1`
