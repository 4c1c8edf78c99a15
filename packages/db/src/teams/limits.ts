import { type EvaluationReason, type TeamAllowance, tokensShort } from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { reservedOf } from '../rounds/room.js'

/** A team's figures in flight and what its limits leave; null if it has no limit. */
export interface TeamUse {
  /** The most tokens a sample may need. */
  readonly mostTokens: number
  /** GPU time of a sample of the pool; null if none is known. */
  readonly gpuMs: number | null
  readonly inFlight: number
  /** The most tokens that calls may need which no round has read. */
  readonly tokensReserved: number
  /** GPU time of samples that have landed and that no round has read. */
  readonly gpuMsLanded: number
  readonly roomInFlight: number | null
  readonly tokensLeft: number | null
  readonly gpuMsLeft: number | null
  readonly bytesLeft: number | null
}

/** How many samples a team's limits allow now. */
interface TeamRoom {
  readonly samples: number
  /** The tightest limit; null if none applies. */
  readonly by: 'samplesInFlight' | 'tokensToday' | 'gpuSecondsThisMonth' | 'storedBytes' | null
  /** The limit that will allow no further sample even once those in flight are done; null if none does. */
  readonly usedUp: EvaluationReason | null
}

/** Assumed GPU time of a sample, in milliseconds, until one has been observed. */
export const UNSEEN_GPU_MS = 512

/** Returns how many samples a team's limits allow now, and which limit is tightest. */
export function teamRoom(use: TeamUse): TeamRoom {
  const { mostTokens, inFlight } = use
  const ofTheDay = use.tokensLeft ?? Infinity
  const gpuMs = Math.max(1, use.gpuMs ?? UNSEEN_GPU_MS)
  const byGpu = Math.floor(((use.gpuMsLeft ?? Infinity) - use.gpuMsLanded) / gpuMs)
  const isFull = (use.bytesLeft ?? 1) <= 0
  const rooms = [
    ['samplesInFlight', use.roomInFlight ?? Infinity],
    ['tokensToday', Math.floor((ofTheDay - use.tokensReserved) / mostTokens)],
    ['gpuSecondsThisMonth', byGpu - inFlight],
    ['storedBytes', isFull ? 0 : Infinity],
  ] as const
  const least = Math.min(...rooms.map(([, room]) => room))
  const usedUp = tokensShort(mostTokens, use.tokensLeft) ?? usedUpReason({ gpu: byGpu < 1, storage: isFull })
  const by = least === Infinity ? null : (rooms.find(([, room]) => room === least)?.[0] ?? null)
  return { samples: Math.max(0, least), by, usedUp }
}

function usedUpReason(up: { gpu: boolean; storage: boolean }): EvaluationReason | null {
  if (up.gpu) return { kind: 'team_gpu_seconds', counts: {}, why: null }
  return up.storage ? { kind: 'team_storage', counts: {}, why: null } : null
}

/**
 * Returns the SQL of what a team's limits leave in samples in flight, GPU time and stored bytes, for a row `m` of the
 * team and `l` of `inFlightOf`.
 */
export function roomColumns(team: string): string {
  return `m.max_samples_in_flight - l."inFlight" AS "roomInFlight",
       m.max_gpu_seconds_per_month * 1000 - (
         SELECT coalesce(sum(gpu_ms), 0) FROM usage
         WHERE team_id = ${team} AND day >= date_trunc('month', current_date))::float8 AS "gpuMsLeft",
       (m.max_stored_bytes - coalesce((SELECT bytes FROM storage WHERE team_id = ${team}), 0))::float8 AS "bytesLeft"`
}

/**
 * Read by their own small indexes, of all teams at once: a plan made while tables are empty joins them to every call and
 * evaluation of a team, and a prepared statement keeps it.
 */
const LIVE_CALLS = '(SELECT * FROM call WHERE live OFFSET 0)'
const EVALUATION_OF_CALLS = 'CROSS JOIN LATERAL (SELECT status FROM evaluation WHERE id = k.evaluation_id OFFSET 0) o'
const LANDED_SAMPLES = `(SELECT evaluation_id, team_id, gpu_ms FROM sample WHERE state = 'landed' OFFSET 0)`

/**
 * Returns the SQL of what a team has in flight over all pools; pending calls of an ended evaluation will never be made,
 * and what waits in a paused pool takes no place from another. Those of `pool`, for which more is to be planned, all count.
 */
export function inFlightOf(team: string, pool = 'NULL'): string {
  return `(
  SELECT (SELECT coalesce(sum(k.leased + CASE WHEN ${mayBeMade('o')} THEN k.waiting ELSE 0 END), 0)::int
          FROM (
            SELECT evaluation_id, count(*) FILTER (WHERE state <> 'pending') AS leased,
                   count(*) FILTER (WHERE state = 'pending' AND NOT EXISTS (
                     SELECT 1 FROM pool q WHERE q.name = c.pool AND q.name IS DISTINCT FROM ${pool} AND q.paused_at IS NOT NULL)) AS waiting
            FROM ${LIVE_CALLS} c WHERE team_id = ${team} AND kind = 'draw' GROUP BY 1) k
          ${EVALUATION_OF_CALLS}
         ) + c.replies AS "inFlight",
         c.replies AS "repliesInFlight",
         (SELECT coalesce(sum(s.gpu_ms), 0)::float8 FROM ${LANDED_SAMPLES} s WHERE s.team_id = ${team})
         + (SELECT coalesce(sum(gpu_ms), 0)::float8 FROM chat_reply WHERE team_id = ${team}) AS "gpuMsLanded"
  FROM (SELECT count(*)::int AS replies FROM call WHERE team_id = ${team} AND live AND evaluation_id IS NULL) c
  OFFSET 0
)`
}

/** Returns the SQL of what is left of a team's daily limit after the calls read; null if it has no limit. */
export function tokensLeft(team: string): string {
  return `((SELECT max_tokens_per_day FROM team WHERE id = ${team}) - (
    SELECT coalesce(sum(tokens), 0) FROM usage WHERE team_id = ${team} AND day = current_date))::float8`
}

/**
 * Returns the SQL of the most tokens that a team's unread calls may need: for a sample its token limit and its prompt,
 * for a ranking those of all its questions. Pending calls of an ended evaluation will never be made.
 */
export function tokensReserved(team: string): string {
  return `((
    SELECT coalesce(sum(w.tokens_per_call * (
      k.leased * w.calls_per_sample + k.ranked + CASE WHEN ${mayBeMade('o')} THEN k.waiting * w.calls_per_sample + k.to_rank ELSE 0 END)), 0)
    FROM (
      SELECT c.evaluation_id, count(*) FILTER (WHERE c.kind = 'draw' AND c.state <> 'pending') AS leased,
             count(*) FILTER (WHERE c.kind = 'draw' AND c.state = 'pending') AS waiting,
             coalesce(sum(r.ranks) FILTER (WHERE c.state <> 'pending'), 0) AS ranked,
             coalesce(sum(r.ranks) FILTER (WHERE c.state = 'pending'), 0) AS to_rank
      FROM ${LIVE_CALLS} c
      LEFT JOIN LATERAL (SELECT coalesce(cardinality(positions), 1) AS ranks FROM ranking WHERE id = c.ranking_id OFFSET 0) r ON true
      WHERE c.team_id = ${team} AND c.kind <> 'score' GROUP BY 1) k
    ${EVALUATION_OF_CALLS}
    ${spendingOf('k')} w
  ) + (
    SELECT coalesce(sum(s.samples * w.tokens_per_call * w.calls_per_sample), 0)
    FROM (SELECT evaluation_id, count(*) AS samples FROM ${LANDED_SAMPLES} s WHERE team_id = ${team} GROUP BY 1) s
    ${spendingOf('s')} w
  ) + (
    SELECT coalesce(sum(w.tokens_per_call * cardinality(r.positions)), 0)
    FROM ranking r JOIN spending w ON w.evaluation_id = r.evaluation_id
    JOIN call k ON k.ranking_id = r.id AND k.index = r.tries - 1 AND NOT k.live
    WHERE w.team_id = ${team} AND r.reserved
  ) + (
    SELECT coalesce(sum(r.tokens_per_call), 0) FROM call k JOIN chat_request r ON r.id = k.request_id
    WHERE k.team_id = ${team} AND k.live AND k.evaluation_id IS NULL
  ) + (
    SELECT coalesce(sum(r.tokens_per_call), 0) FROM chat_reply a JOIN chat_request r ON r.id = a.request_id
    WHERE a.team_id = ${team}
  ))::float8`
}

/**
 * Returns the SQL of the most tokens that one call reserves, of all that a team wants to make or was stopped from making
 * today; null if there is none.
 */
export function tokensOfNextCall(team: string): string {
  return `(
    SELECT max(w.tokens_per_call * greatest(w.calls_per_sample, (
      SELECT max(cardinality(r.positions)) FROM ranking r
      WHERE r.evaluation_id = o.id AND r.state = 'open' AND NOT r.reserved)))
    FROM evaluation o JOIN spending w ON w.evaluation_id = o.id
    WHERE o.team_id = ${team}
      AND (o.status = 'running' OR (o.status = 'budget_stopped' AND o.finished_at >= current_date)))::float8`
}

/** Returns the SQL that joins the spending of each row's evaluation, found by its key. */
function spendingOf(rows: string): string {
  return `CROSS JOIN LATERAL (
      SELECT tokens_per_call, calls_per_sample FROM spending WHERE evaluation_id = ${rows}.evaluation_id OFFSET 0)`
}

/** Returns the SQL of whether pending calls of an evaluation may still be made. */
function mayBeMade(evaluation: string): string {
  return `${evaluation}.status IN ('running', 'paused')`
}

interface Row extends TeamUse {
  readonly pausedEvaluations: number
  readonly cappedEvaluations: number
  readonly priorities: TeamAllowance['priorities']
  readonly limits: Omit<TeamAllowance['limits'], 'by'>
}

/** Selects what a team may still draw in a pool, from the figures its turns are computed from. */
export async function selectTeamAllowance(db: Db, team: TeamId, pool: string): Promise<TeamAllowance> {
  const [row] = await query<Row>(db, ROOM, [team, pool])
  if (row === undefined) throw new Error('the team is gone')
  const { samples, by } = teamRoom(row)
  return {
    pausedEvaluations: row.pausedEvaluations,
    cappedEvaluations: row.cappedEvaluations,
    priorities: row.priorities,
    inFlight: row.inFlight,
    // JSON cannot express infinity: without a limit it is null.
    samples: by === null ? null : samples,
    by,
    limits: row.limits,
  }
}

const ROOM = `
SELECT e.paused AS "pausedEvaluations", e.capped AS "cappedEvaluations", e.priorities, coalesce(e.most, 1)::float8 AS "mostTokens",
       (SELECT sum(gpu_ms) / nullif(sum(calls), 0)::float8 FROM usage WHERE pool = $2 AND team_id = $1) AS "gpuMs",
       l."inFlight", l."gpuMsLanded", ${roomColumns('$1')}, ${tokensLeft('$1')} AS "tokensLeft", ${tokensReserved('$1')} AS "tokensReserved",
       jsonb_build_object('samplesInFlight', m.max_samples_in_flight, 'tokensToday', m.max_tokens_per_day,
                          'gpuSecondsThisMonth', m.max_gpu_seconds_per_month,
                          'storedBytes', m.max_stored_bytes) AS limits
FROM team m
CROSS JOIN LATERAL ${inFlightOf('$1', '$2')} l
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE e.status = 'paused')::int AS paused,
         count(*) FILTER (WHERE e.status = 'running' AND (
           p.call_cap - p.calls - r.calls < p.calls_per_sample
           OR p.token_cap - p.tokens - r.long_calls * p.tokens_per_call < p.calls_per_sample * p.tokens_per_call
         ))::int AS capped,
         jsonb_build_object('low', count(*) FILTER (WHERE e.status = 'running' AND e.priority = 'low'),
                            'normal', count(*) FILTER (WHERE e.status = 'running' AND e.priority = 'normal'),
                            'high', count(*) FILTER (WHERE e.status = 'running' AND e.priority = 'high')) AS priorities,
         min(p.tokens_per_call * p.calls_per_sample) FILTER (WHERE e.status = 'running') AS most
  FROM evaluation e JOIN spending p ON p.evaluation_id = e.id CROSS JOIN LATERAL (${reservedOf('e.id')}) r
  WHERE e.team_id = $1 AND e.pool = $2 AND e.status IN ('running', 'paused')
) e
WHERE m.id = $1`
