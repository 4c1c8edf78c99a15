import type { OwnRoom } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'
import { reservedOf } from '../rounds/spending.js'
import { inFlightOf, roomColumns, type TeamFigures, teamRoom } from './team-room.js'
import { tokensLeft, tokensReserved } from './team-tokens.js'

interface Row extends TeamFigures {
  readonly pausedEvaluations: number
  readonly cappedEvaluations: number
  readonly limits: Omit<OwnRoom['limits'], 'by'>
}

/** Selects what a team may still draw in a pool, from the figures its turns are computed from. */
export async function selectOwnRoom(db: Db, team: TeamId, pool: string): Promise<OwnRoom> {
  const [row] = await query<Row>(db, ROOM, [team, pool])
  if (row === undefined) throw new Error('the team is gone')
  const { samples, by } = teamRoom(row)
  return {
    pausedEvaluations: row.pausedEvaluations,
    cappedEvaluations: row.cappedEvaluations,
    inFlight: row.inFlight,
    // JSON cannot express infinity: without a limit it is null.
    samples: by === null ? null : samples,
    by,
    limits: row.limits,
  }
}

const ROOM = `
SELECT e.paused AS "pausedEvaluations", e.capped AS "cappedEvaluations", coalesce(e.most, 1)::float8 AS "mostTokens",
       (SELECT sum(gpu_ms) / nullif(sum(calls), 0)::float8 FROM usage WHERE pool = $2 AND team_id = $1) AS "gpuMs",
       l.*, ${roomColumns('$1')}, ${tokensLeft('$1')} AS "tokensLeft", ${tokensReserved('$1')} AS "tokensReserved",
       jsonb_build_object('samplesInFlight', m.max_samples_in_flight, 'tokensToday', m.max_tokens_per_day,
                          'gpuSecondsThisMonth', m.max_gpu_seconds_per_month,
                          'storedBytes', m.max_stored_bytes) AS limits
FROM team m
CROSS JOIN LATERAL ${inFlightOf('$1')} l
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE e.status = 'paused')::int AS paused,
         count(*) FILTER (WHERE e.status = 'running' AND (
           p.call_cap - p.calls - r.calls < p.calls_per_sample
           OR p.token_cap - p.tokens - r.long_calls * p.tokens_per_call < p.calls_per_sample * p.tokens_per_call
         ))::int AS capped,
         min(p.tokens_per_call * p.calls_per_sample) FILTER (WHERE e.status = 'running') AS most
  FROM evaluation e JOIN spending p ON p.evaluation_id = e.id CROSS JOIN LATERAL (${reservedOf('e.id')}) r
  WHERE e.team_id = $1 AND e.pool = $2 AND e.status IN ('running', 'paused')
) e
WHERE m.id = $1`
