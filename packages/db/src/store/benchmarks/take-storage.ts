import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

/** A team's storage limit leaves no room for more. */
export class StorageFull extends Error {
  constructor(
    /** Stored so far. */
    readonly bytes: number,
    readonly limit: number,
    /** The bytes that were to be added. */
    readonly more: number,
  ) {
    super(`the team stores ${bytes} bytes of ${limit}, and ${more} more do not fit`)
  }
}

/**
 * Adds what a transaction stores to its team's total, in bytes of questions and texts. Throws `StorageFull` if that
 * exceeds the limit. It locks the total, and the team's other writers wait for this transaction: do it last.
 */
export async function takeStorage(tx: Db, team: TeamId, more: number): Promise<void> {
  if (more === 0) return
  const [now] = await query<{ bytes: number; limit: number | null }>(tx, TAKE, [team, more])
  if (now?.limit == null || now.bytes <= now.limit) return
  throw new StorageFull(now.bytes - more, now.limit, more)
}

/** Throws `StorageFull` if a team has no room for so many bytes now: checks early, before they are read at all. */
export async function requireStorage(db: Db, team: TeamId, more: number): Promise<void> {
  const [now] = await query<{ bytes: number; limit: number | null }>(db, LOOK, [team])
  if (now?.limit == null || now.bytes + more <= now.limit) return
  throw new StorageFull(now.bytes, now.limit, more)
}

const TAKE = `
INSERT INTO storage AS s (team_id, bytes) VALUES ($1, $2)
ON CONFLICT (team_id) DO UPDATE SET bytes = s.bytes + EXCLUDED.bytes
RETURNING s.bytes::float8, (SELECT max_stored_bytes::float8 FROM team WHERE id = $1) AS limit`

const LOOK = `
SELECT coalesce(s.bytes, 0)::float8 AS bytes, t.max_stored_bytes::float8 AS limit
FROM team t LEFT JOIN storage s ON s.team_id = t.id WHERE t.id = $1`
