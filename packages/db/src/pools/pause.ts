import type { PoolPause } from '@cges-fleet/core'
import { type Db, query, transaction, type Database } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { writeAudit } from '../identity/audit.js'

/** Who pauses or resumes a pool. */
interface Operator {
  readonly team: TeamId
  /** The name that others read; null on a fleet without sign-in. */
  readonly name: string | null
  /** The name in the log. */
  readonly actor: string
}

/** Who reads of a pause: the name of who paused is shown to that person's team, and to those who run pools. */
export interface PauseReader {
  readonly team: TeamId
  readonly operates: boolean
}

/**
 * Pauses a pool and audits who did: no call of it is claimed from then on, and coordinators pause its queue. A pool that
 * is paused stays as it is. Returns whether that changed anything; null if there is no such pool.
 */
export function pausePool(
  db: Database,
  pool: string,
  { reason = null, ...by }: Operator & { readonly reason?: string | null | undefined },
): Promise<boolean | null> {
  return transaction(db, async (tx) => {
    const before = await lockPool(tx, pool)
    if (before === null || before.paused) return before === null ? null : false
    await query(tx, PAUSE, [pool, by.name, by.team, reason])
    const detail = reason === null ? {} : { reason }
    await writeAudit(tx, { team: by.team, actor: by.actor, action: 'pool.pause', subject: pool, detail })
    return true
  })
}

/** Resumes a pool and audits who did. Returns whether it was paused; null if there is no such pool. */
export function resumePool(db: Database, pool: string, { team, actor }: Operator): Promise<boolean | null> {
  return transaction(db, async (tx) => {
    const before = await lockPool(tx, pool)
    if (before === null || !before.paused) return before === null ? null : false
    await query(tx, RESUME, [pool])
    await writeAudit(tx, { team, actor, action: 'pool.resume', subject: pool })
    return true
  })
}

async function lockPool(tx: Db, pool: string): Promise<{ readonly paused: boolean } | null> {
  const [row] = await query<{ paused: boolean }>(tx, LOCK, [pool])
  return row ?? null
}

const LOCK = `
SELECT paused_at IS NOT NULL AS paused FROM pool WHERE name = $1 AND provenance <> 'imported' FOR NO KEY UPDATE`

const PAUSE = `
UPDATE pool SET paused_at = now(), paused_by = $2, paused_team = $3, pause_reason = $4 WHERE name = $1`

const RESUME = `
UPDATE pool SET paused_at = NULL, paused_by = NULL, paused_team = NULL, pause_reason = NULL WHERE name = $1`

/** A pool, and whether its queue is to be paused. */
export interface QueueWanted {
  readonly pool: string
  readonly paused: boolean
}

/** Selects of every pool whether its queue is to be paused. */
export function selectQueuesWanted(db: Db): Promise<QueueWanted[]> {
  return query<QueueWanted>(
    db,
    `SELECT name AS pool, paused_at IS NOT NULL AS paused FROM pool WHERE provenance <> 'imported' ORDER BY name`,
  )
}

/** A pause as it is stored, with the team of who paused. */
export interface StoredPause extends PoolPause {
  readonly team: TeamId | null
}

/** Returns the SQL of a pool's pause; null while it is not paused. */
export const pauseOf = (pool: string) => `CASE WHEN ${pool}.paused_at IS NOT NULL THEN jsonb_build_object(
  'since', to_char(${pool}.paused_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', ${pool}.paused_by,
  'team', ${pool}.paused_team, 'reason', ${pool}.pause_reason) END`

/** A pause as a reader may know it. Pure. */
export function shownPause(pause: StoredPause | null, reader: PauseReader | null): PoolPause | null {
  if (pause === null) return null
  const { team, by, ...rest } = pause
  const known = reader !== null && (reader.operates || reader.team === team)
  return { ...rest, by: known ? by : null }
}
