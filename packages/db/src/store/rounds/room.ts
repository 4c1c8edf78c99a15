import type { LockedEvaluation } from './lock-evaluation.js'
import { type Db, query } from '../query.js'
import { WORKER_FRESH } from '../pools/worker-fresh.js'
import { reservedOf, type Spent } from './spending.js'

/** What a round of an evaluation may still plan. */
export interface Room {
  /**
   * The in-flight limit: how many of its samples may be pending or leased at once, twice its share of the pool's slots
   * and at least 32.
   */
  readonly inFlight: number
  /** How many more may be started now. */
  readonly free: number
  /** How many samples its caps allow, at most. */
  readonly samples: number
  /** How many samples returned by a retry the caps allow; these were paid for before. */
  readonly retries: number
  readonly callsPerSample: number
  /** How many calls in all the caps allow. */
  readonly calls: number
  /** The tightest cap; null if there is none. */
  readonly cap: { readonly amount: number; readonly of: 'calls' | 'tokens' } | null
  /** The redelivery allowance is used up: no sample that was claimed before may be claimed again. */
  readonly redeliveriesUsedUp: boolean
  /** Retried trials are waiting for their samples to be redrawn. */
  readonly retrying: boolean
}

/** For imported logs: all samples exist, and caps never apply. */
export const NO_ROOM: Room = {
  inFlight: 0,
  free: 0,
  samples: Infinity,
  retries: Infinity,
  callsPerSample: 1,
  calls: Infinity,
  cap: null,
  redeliveriesUsedUp: false,
  retrying: false,
}

const SMALLEST = 32

/**
 * Computes what an evaluation may plan. Its in-flight limit is its share of the pool's slots, twice over, so that
 * workers never wait and a cancel or an early stop wastes little; subtracted is what is pending or leased, and what has
 * landed since: its place is its own trial's, or trials not begun would take it and those begun wait. Caps count
 * everything planned and not read as reserved. Teams with work share the slots by weight, and a team's evaluations
 * share evenly: idle teams' slots are lent to the others. The evaluation must be locked.
 */
export async function selectRoom(
  tx: Db,
  { id, teamId, pool }: Pick<LockedEvaluation, 'id' | 'teamId' | 'pool'>,
  spent: Spent,
): Promise<Room> {
  const [row] = await query<Row>(tx, ROOM, [id, pool, teamId, spent.calls, spent.tokens])
  if (row === undefined) throw new Error(`evaluation ${id} has no account of its spending`)
  const { callsPerSample } = row
  const inFlight = Math.max(SMALLEST, Math.ceil(2 * row.slots * row.share))
  const byTokens = row.tokensLeft === null ? Infinity : floor(row.tokensLeft / row.tokensPerCall)
  const calls = Math.min(row.callsLeft ?? Infinity, byTokens)
  return {
    inFlight,
    free: Math.max(0, inFlight - row.live - row.landed),
    samples: floor(calls / callsPerSample),
    retries: callsPerSample === 1 ? byTokens : floor(calls / callsPerSample),
    callsPerSample,
    calls: Math.max(0, calls),
    cap: capOf(row, byTokens),
    redeliveriesUsedUp: row.usedUp,
    retrying: row.retrying,
  }
}

function capOf({ callCap, tokenCap, callsLeft }: Row, byTokens: number): Room['cap'] {
  if (callCap !== null && (callsLeft ?? Infinity) <= byTokens) return { amount: callCap, of: 'calls' }
  return tokenCap === null ? null : { amount: tokenCap, of: 'tokens' }
}

interface Row {
  readonly slots: number
  /** The evaluation's part of the pool, in (0, 1]. */
  readonly share: number
  readonly live: number
  /** Landed since the round took what had. */
  readonly landed: number
  readonly callCap: number | null
  readonly tokenCap: number | null
  readonly callsLeft: number | null
  readonly tokensLeft: number | null
  readonly callsPerSample: number
  readonly tokensPerCall: number
  readonly usedUp: boolean
  readonly retrying: boolean
}

function floor(value: number): number {
  return Math.max(0, Math.floor(value))
}

/**
 * A sample may need as many tokens as its token limit plus its prompt's bytes; a ranking, those of all its questions.
 */
const ROOM = `
WITH sharers AS (
  SELECT e.team_id, m.weight, count(*)::int AS evaluations
  FROM evaluation e JOIN team m ON m.id = e.team_id WHERE e.pool = $2 AND e.status = 'running' GROUP BY 1, 2
)
SELECT (SELECT coalesce(sum(slots), 0)::float8 FROM worker
        WHERE pool = $2 AND ready AND heartbeat_at > now() - ${WORKER_FRESH}) AS slots,
       coalesce((SELECT s.weight / s.evaluations FROM sharers s WHERE s.team_id = $3)
                / (SELECT sum(weight) FROM sharers), 1) AS share,
       (SELECT count(*)::int FROM call WHERE evaluation_id = $1 AND live AND kind = 'draw') AS live,
       (SELECT count(*)::int FROM sample WHERE evaluation_id = $1 AND state = 'landed') AS landed,
       p.call_cap AS "callCap", p.token_cap::float8 AS "tokenCap", p.call_cap - p.calls - $4::int - r.calls AS "callsLeft",
       (p.token_cap - p.tokens - $5::bigint - r.long_calls * p.tokens_per_call)::float8 AS "tokensLeft",
       p.calls_per_sample AS "callsPerSample", p.tokens_per_call::float8 AS "tokensPerCall",
       coalesce(p.redelivered + p.calls_per_sample > p.redeliveries, false) AND EXISTS (
         SELECT 1 FROM call WHERE evaluation_id = $1 AND live AND kind = 'draw' AND state = 'pending' AND fence > 0) AS "usedUp",
       EXISTS (SELECT 1 FROM trial WHERE evaluation_id = $1 AND retrying) AS retrying
FROM spending p, LATERAL (${reservedOf('$1')}) r WHERE p.evaluation_id = $1`
