import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

/** A team's limit of stored bytes leaves no room for more. */
export class StorageFull extends Error {
  constructor(
    /** Stored so far. */
    readonly bytes: number,
    readonly limit: number,
    /** What should have come to it. */
    readonly more: number,
  ) {
    super(`the team stores ${bytes} bytes of ${limit}, and ${more} more do not fit`)
  }
}

/**
 * Counts what a transaction stores of a team, in bytes of questions and texts. Throws `StorageFull` where its limit would
 * be passed. Other transactions of the team that store wait until this one has ended: do it last.
 */
export async function takeStorage(tx: Db, team: TeamId, more: number): Promise<void> {
  if (more === 0) return
  const [now] = await query<{ bytes: number; limit: number | null }>(tx, TAKE, [team, more])
  if (now?.limit == null || now.bytes <= now.limit) return
  throw new StorageFull(now.bytes - more, now.limit, more)
}

/** Throws `StorageFull` where a team has no room for so many bytes as of now: before they are read at all. */
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
