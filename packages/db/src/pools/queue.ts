import { MOST_QUEUED, type Priority, type QueueVisibility } from '@cges-fleet/core'
import { TEAM } from '../access/table-access.js'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { writeAudit } from '../identity/audit.js'
import type { DatabaseFunction } from '../schema/database-function.js'
import { NOTE_SECONDS } from './points.js'

/** A running evaluation in a pool. */
export interface QueuedRow {
  /** Null: another team's. */
  readonly id: string | null
  readonly name: string
  readonly owner: string | null
  readonly team: string
  readonly own: boolean
  readonly priority: Priority
  readonly active: number
  readonly waiting: number
  /** Samples of the pool that go before its next one; null if none of it waits. */
  readonly ahead: number | null
}

/** Who is in a pool's queue, and at what pace samples start there. */
export interface QueueState {
  readonly rows: readonly QueuedRow[]
  readonly total: number
  /** Samples started in a second over the last minutes of work; null if none was. */
  readonly startsPerSecond: number | null
}

/**
 * Selects the running evaluations in a pool, of each team the next to start first: those of the team whose database this
 * is, and then others’ if the pool shows names.
 */
export async function selectPoolQueue(db: Db, pool: string): Promise<QueueState> {
  const rows = await query<QueuedRow & { readonly total: number }>(db, QUEUE, [pool])
  const [pace] = await query<{ perSecond: number | null }>(db, PACE, [pool])
  return {
    rows: rows.map(({ total: _total, ...row }) => row),
    total: rows[0]?.total ?? 0,
    startsPerSecond: pace?.perSecond ?? null,
  }
}

const QUEUE = `
SELECT id, name, owner, team, own, priority, active, waiting, ahead, (count(*) OVER ())::int AS total
FROM pool_queue($1) ORDER BY own DESC, ahead NULLS LAST, team, name, id LIMIT ${MOST_QUEUED}`

/** Time in which nothing was drawn says nothing about the pace. */
const PACE = `
SELECT nullif(sum(s.started), 0)::float8 / sum(o.notes * ${NOTE_SECONDS}) AS "perSecond"
FROM pool_point o CROSS JOIN LATERAL (SELECT coalesce(sum(calls), 0) AS started FROM unnest(o.waits) AS calls) s
WHERE o.pool = $1 AND o.step = ${NOTE_SECONDS} AND o.at > now() - interval '5 minutes' AND (o.active > 0 OR s.started > 0)`

/**
 * The running evaluations in a pool that the caller's team may know: its own, and others if an operator lets the pool
 * show names. It decides here and not in the API, whose statements see no row of another team.
 */
export const POOL_QUEUE: DatabaseFunction = {
  name: 'pool_queue',
  takes: '_pool text',
  returns: `TABLE (id uuid, name text, owner text, team text, own boolean, priority text, active integer, waiting integer,
  ahead integer)`,
  does: `
RETURN QUERY
WITH running AS MATERIALIZED (
  SELECT e.id, e.team_id, e.name, e.owner, e.priority, coalesce((e.spec ->> 'interactive')::boolean, false) AS jumps
  FROM evaluation e WHERE e.pool = _pool AND e.status = 'running' AND e.source IS NULL
), live AS MATERIALIZED (
  SELECT k.id, r.id AS evaluation_id, k.state, k.tag, r.jumps
  FROM running r JOIN call k ON k.evaluation_id = r.id AND k.live AND k.kind = 'draw'
  UNION ALL
  SELECT k.id, NULL, k.state, k.tag, false FROM call k WHERE k.pool = _pool AND k.live AND k.kind = 'chat'
), places AS (
  SELECT l.evaluation_id, row_number() OVER (ORDER BY l.jumps DESC, l.tag, l.id) - 1 AS place
  FROM live l WHERE l.state = 'pending'
)
SELECT CASE WHEN v.own THEN r.id END, r.name, r.owner, t.name, v.own, r.priority,
       (SELECT count(*)::int FROM live l WHERE l.evaluation_id = r.id AND l.state = 'leased'),
       (SELECT count(*)::int FROM live l WHERE l.evaluation_id = r.id AND l.state = 'pending'),
       (SELECT min(c.place)::int FROM places c WHERE c.evaluation_id = r.id)
FROM running r JOIN team t ON t.id = r.team_id JOIN pool p ON p.name = _pool
CROSS JOIN LATERAL (SELECT coalesce(r.team_id = ${TEAM}, false) AS own) v
WHERE v.own OR (p.queue_visibility = 'names' AND ${TEAM} IS NOT NULL);`,
}

/**
 * Sets what everyone sees of other teams in a pool, and audits who did. Returns whether that changed anything; null if
 * there is no such pool.
 */
export function setQueueVisibility(
  db: Database,
  { pool, visibility }: { readonly pool: string; readonly visibility: QueueVisibility },
  { team, actor }: { readonly team: TeamId; readonly actor: string },
): Promise<boolean | null> {
  return transaction(db, async (tx) => {
    const [before] = await query<{ visibility: QueueVisibility }>(tx, LOCK, [pool])
    if (before === undefined || before.visibility === visibility) return before === undefined ? null : false
    await query(tx, `UPDATE pool SET queue_visibility = $2 WHERE name = $1`, [pool, visibility])
    const detail = { from: before.visibility, to: visibility }
    await writeAudit(tx, { team, actor, action: 'pool.visibility', subject: pool, detail })
    return true
  })
}

const LOCK = `
SELECT queue_visibility AS visibility FROM pool WHERE name = $1 AND provenance <> 'imported' FOR NO KEY UPDATE`
