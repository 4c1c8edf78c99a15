import { effectiveWeights, type EvaluationReason, PRIORITY_TURNS, type Sharer } from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'
import { writeEvent } from '../evaluations/events.js'
import { reasonJson } from '../evaluations/reason-json.js'
import { IS_PRICED, priceOf } from '../pools/money.js'
import { sharersOf, slotsOf } from '../pools/reservations.js'
import type { LockedEvaluation } from './evaluation-lock.js'

/** What a round found spent. */
interface Spent {
  readonly calls: number
  readonly tokens: number
}

/** The cost of an evaluation's calls that a round has read. */
export interface Used extends Spent {
  /** Those of the tokens that were read, not written. */
  readonly promptTokens: number
  /** Tokens of work, the unit of fair queueing. */
  readonly work: number
  readonly gpuMs: number
  /** Bytes stored of the answers. */
  readonly bytes: number
}

export const NOTHING_USED: Used = { calls: 0, tokens: 0, promptTokens: 0, work: 0, gpuMs: 0, bytes: 0 }

export function bothUsed(one: Used, other: Used): Used {
  return {
    calls: one.calls + other.calls,
    tokens: one.tokens + other.tokens,
    promptTokens: one.promptTokens + other.promptTokens,
    work: one.work + other.work,
    gpuMs: one.gpuMs + other.gpuMs,
    bytes: one.bytes + other.bytes,
  }
}

/**
 * Locks a team's turns against other transactions until this one ends. Taken before anything is booked, so that no
 * two rounds of one team each hold what the other waits for. With `outlivesCrash: false` its commit does not wait for the
 * disk: a crash of the database may undo it whole.
 */
export async function lockTurns(tx: Db, teamId: string, { outlivesCrash = true } = {}): Promise<void> {
  await query(tx, LOCK, [teamId, outlivesCrash])
}

const LOCK = `
SELECT pg_advisory_xact_lock(hashtextextended('turns of ' || $1, 0)),
       CASE WHEN NOT $2::boolean THEN set_config('synchronous_commit', 'off', true) END`

/**
 * Books what was spent: to the team, which its next turns are based on, and to the evaluation, if it was one, with what
 * is now reserved; `returned` of the calls will be repeated. If turns are taken afterwards they must be locked already.
 */
export async function bookSpent(
  tx: Db,
  { id, teamId, pool }: { readonly id: string | null; readonly teamId: string; readonly pool: string },
  { calls, tokens, promptTokens, work, gpuMs, bytes, returned = 0 }: Used & { readonly returned?: number },
): Promise<void> {
  const spent = [id, teamId, pool, calls, tokens, gpuMs, work, bytes, returned, promptTokens]
  if (id === null) await query(tx, BOOK_TEAM, spent)
  else await query(tx, BOOK, spent)
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

/** Books to the team alone; money is null as long as nothing was used at a price. */
const BOOKED = `
WITH price AS (
  SELECT CASE WHEN ${IS_PRICED} AND $4::int > 0
              THEN ${priceOf({ gpuMs: '$6::float8', tokens: '$5::bigint', promptTokens: '$10::float8' })} END AS money
  FROM pool WHERE name = $3
), booked AS (
  INSERT INTO usage (team_id, pool, day, calls, tokens, gpu_ms, work, money)
  SELECT $2, $3, current_date, $4::int, $5::bigint, $6::float8, $7::float8, c.money FROM price c WHERE $4::int > 0
  ON CONFLICT (team_id, pool, day) DO UPDATE
  SET calls = usage.calls + EXCLUDED.calls, tokens = usage.tokens + EXCLUDED.tokens, gpu_ms = usage.gpu_ms + EXCLUDED.gpu_ms,
      work = usage.work + EXCLUDED.work, money = coalesce(usage.money + EXCLUDED.money, usage.money, EXCLUDED.money)
), stored AS (
  INSERT INTO storage AS s (team_id, bytes) SELECT $2, $8::bigint WHERE $8::bigint > 0
  ON CONFLICT (team_id) DO UPDATE SET bytes = s.bytes + EXCLUDED.bytes
)`

const BOOK_TEAM = `${BOOKED} SELECT $1::uuid, $9::int`

const BOOK = `${BOOKED}
UPDATE spending p
SET calls = p.calls + $4::int - $9::int, tokens = p.tokens + $5::bigint, gpu_ms = p.gpu_ms + $6::float8,
    work = p.work + $7::float8, money = coalesce(p.money + c.money, p.money, c.money), calls_reserved = r.calls
FROM price c, (SELECT r.calls FROM spending p, LATERAL (${reservedOf('$1')}) r WHERE p.evaluation_id = $1) r
WHERE p.evaluation_id = $1`

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
 * everything planned and not read as reserved. Teams with work share the slots by weight, or by what is reserved for them if that is more, and a team's evaluations
 * by priority: a lower one gives way only while samples of a higher one wait, and never wholly, so that none starves; a team whose gateway draws has work too: idle teams' slots are lent to the others. The evaluation must be locked.
 */
export async function selectRoom(
  tx: Db,
  { id, teamId, pool }: Pick<LockedEvaluation, 'id' | 'teamId' | 'pool'>,
  spent: Spent,
): Promise<Room> {
  const [row] = await query<Row>(tx, ROOM, [id, pool, teamId, spent.calls, spent.tokens])
  if (row === undefined) throw new Error(`evaluation ${id} has no account of its spending`)
  const { callsPerSample } = row
  const inFlight = Math.max(Math.ceil(SMALLEST * row.level), Math.ceil(2 * row.slots * shareOf(teamId, row)))
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

function shareOf(team: string, { slots, sharers, turns }: Row): number {
  const weights = effectiveWeights(slots, sharers)
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  return ((weights.get(team) ?? 0) * turns) / all
}

function capOf({ callCap, tokenCap, callsLeft }: Row, byTokens: number): Room['cap'] {
  if (callCap !== null && (callsLeft ?? Infinity) <= byTokens) return { amount: callCap, of: 'calls' }
  return tokenCap === null ? null : { amount: tokenCap, of: 'tokens' }
}

interface Row {
  readonly slots: number
  /** The teams with work in the pool. */
  readonly sharers: readonly Sharer[]
  /** The evaluation's part of its team's turns, in (0, 1]. */
  readonly turns: number
  /** Its turns among those of the highest priority it gives way to, in (0, 1]. */
  readonly level: number
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

/** Returns the SQL of how many turns the priority of an evaluation gets. */
function turnsOf(evaluation: string): string {
  const cases = Object.entries(PRIORITY_TURNS).map(([priority, turns]) => `WHEN '${priority}' THEN ${turns}::float8`)
  return `CASE ${evaluation}.priority ${cases.join(' ')} END`
}

/**
 * A sample may need as many tokens as its token limit plus its prompt's bytes; a ranking, those of all its questions.
 */
const ROOM = `
WITH ours AS (
  SELECT ${turnsOf('e')} AS own, ${turnsOf('o')} AS turns, o.priority <> e.priority AND EXISTS (
    SELECT 1 FROM call k WHERE k.evaluation_id = o.id AND k.live AND k.state = 'pending' AND k.kind = 'draw') AS waits
  FROM evaluation e JOIN evaluation o ON o.team_id = e.team_id AND o.pool = e.pool AND o.status = 'running' WHERE e.id = $1
), turns AS (
  SELECT own, CASE WHEN turns > own AND NOT waits THEN own ELSE turns END AS turns FROM ours
)
SELECT ${slotsOf('$2')} AS slots, ${sharersOf('$2', '$3')} AS sharers,
       coalesce((SELECT max(own) / sum(turns) FROM turns), 1) AS turns,
       coalesce((SELECT max(own) / max(turns) FROM turns), 1) AS level,
       (SELECT count(*)::int FROM call WHERE evaluation_id = $1 AND live AND kind = 'draw') AS live,
       (SELECT count(*)::int FROM sample WHERE evaluation_id = $1 AND state = 'landed') AS landed,
       p.call_cap AS "callCap", p.token_cap::float8 AS "tokenCap", p.call_cap - p.calls - $4::int - r.calls AS "callsLeft",
       (p.token_cap - p.tokens - $5::bigint - r.long_calls * p.tokens_per_call)::float8 AS "tokensLeft",
       p.calls_per_sample AS "callsPerSample", p.tokens_per_call::float8 AS "tokensPerCall",
       coalesce(p.redelivered + p.calls_per_sample > p.redeliveries, false) AND EXISTS (
         SELECT 1 FROM call WHERE evaluation_id = $1 AND live AND kind = 'draw' AND state = 'pending' AND fence > 0) AS "usedUp",
       EXISTS (SELECT 1 FROM trial WHERE evaluation_id = $1 AND retrying) AS retrying
FROM spending p, LATERAL (${reservedOf('$1')}) r WHERE p.evaluation_id = $1`

/** Ends an evaluation whose caps allow nothing more, once nothing of it is in flight. Returns whether it ended. */
export async function stopAtCap(
  tx: Db,
  evaluation: Pick<LockedEvaluation, 'id' | 'teamId'>,
  reason: EvaluationReason,
  inFlight: 'waits' | 'stays',
): Promise<boolean> {
  const rows = await query<{ id: string }>(
    tx,
    `UPDATE evaluation e SET status = 'budget_stopped', reason = $2::jsonb, finished_at = now(), version = version + 1
     WHERE e.id = $1 AND e.status = 'running' AND ($3 OR NOT EXISTS (
       SELECT 1 FROM call k WHERE k.evaluation_id = e.id AND k.live AND k.kind = 'draw'
       UNION ALL SELECT 1 FROM sample s WHERE s.evaluation_id = e.id AND s.state = 'landed'
       UNION ALL SELECT 1 FROM ranking r WHERE r.evaluation_id = e.id AND r.reserved))
     RETURNING e.id`,
    [evaluation.id, reasonJson(reason), inFlight === 'stays'],
  )
  if (rows.length === 0) return false
  await writeEvent(tx, evaluation, { kind: 'budget_stopped', reason })
  return true
}
