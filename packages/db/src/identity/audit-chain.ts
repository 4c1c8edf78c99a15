import type { SealedEntry } from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'

/** Returns the SQL of what the hash of an entry of the log covers: its place and all of its columns, as one text. */
export function sealedText(entry: string, place: string): string {
  const at = `to_char(${entry}.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
  const columns = ['actor', 'action', 'subject', 'detail'].map((column) => `'${column}', ${entry}.${column}`)
  return `jsonb_build_object('place', ${place}, 'id', ${entry}.id, 'at', ${at}, 'team', ${entry}.team_id, ${columns.join(', ')})::text`
}

const PAGE = 1000

/**
 * Reads the log as its chain has it, oldest first, a page after a place: each entry as it is now, with the hashes that
 * were made of it then. A text is null if its entry is gone.
 */
export async function selectSealed(db: Db, after: number): Promise<SealedEntry[]> {
  return query<SealedEntry>(db, SEALED, [after])
}

const SEALED = `
SELECT s.place::float8 AS place, encode(s.previous, 'hex') AS previous, encode(s.hash, 'hex') AS hash,
       CASE WHEN a.id IS NOT NULL THEN ${sealedText('a', 's.place')} END AS text
FROM audit_seal s LEFT JOIN audit a ON a.id = s.entry WHERE s.place > $1 ORDER BY s.place LIMIT ${PAGE}`

/** Counts entries of the log that the chain lacks: somebody wrote them past it. */
export async function countUnsealed(db: Db): Promise<number> {
  const [row] = await query<{ unsealed: number }>(
    db,
    `SELECT count(*)::int AS unsealed FROM audit a WHERE NOT EXISTS (SELECT FROM audit_seal s WHERE s.entry = a.id)`,
  )
  return row?.unsealed ?? 0
}
