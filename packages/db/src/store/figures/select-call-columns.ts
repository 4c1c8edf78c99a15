import type { CallKind } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

/** Calls of an evaluation as columns of equal length, in seconds since its creation. */
export interface CallColumns {
  readonly kind: readonly CallKind[]
  /** Whether the call produced the sample, or the ranking, that is kept. */
  readonly counted: readonly boolean[]
  readonly server: readonly number[]
  readonly startedAt: readonly number[]
  readonly endedAt: readonly number[]
  /** Question, replicate and index of a call for a sample. */
  readonly place: readonly (readonly [number, number, number] | null)[]
  /** The method a ranking was for. */
  readonly method: readonly (string | null)[]
}

/** Selects every call of an evaluation, lost ones included; null if the ledger has none. */
export async function selectCallColumns(db: Db, team: TeamId, id: string): Promise<CallColumns | null> {
  const [columns] = await query<CallColumns>(db, CALLS, [team, id])
  return columns?.kind == null ? null : columns
}

/** A worker's reward server is a server of its own. Rankings that were handed back were never made. */
const CALLS = `
SELECT json_agg(kind) AS kind, json_agg(counted) AS counted, json_agg(server) AS server,
       json_agg(started_at) AS "startedAt", json_agg(ended_at) AS "endedAt", json_agg(place) AS place,
       json_agg(method) AS method
FROM (
  SELECT k.kind, l.state = 'settled' AS counted,
         2 * dense_rank() OVER (ORDER BY l.worker_id) + (k.kind = 'score')::int AS server,
         extract(epoch FROM l.started_at - e.created_at)::float8 AS started_at,
         extract(epoch FROM l.ended_at - e.created_at)::float8 AS ended_at,
         CASE WHEN t.id IS NULL THEN NULL ELSE json_build_array(t.position, t.replicate, k.index) END AS place,
         r.method_key AS method
  FROM call_ledger l
  JOIN evaluation e ON e.id = l.evaluation_id
  JOIN call k ON k.id = l.call_id
  LEFT JOIN trial t ON t.id = k.trial_id
  LEFT JOIN ranking r ON r.id = k.ranking_id AND l.state <> 'handed_back'
  WHERE l.team_id = $1 AND l.evaluation_id = $2
) calls`
