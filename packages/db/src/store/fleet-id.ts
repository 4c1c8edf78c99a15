import { type Db, query } from './query.js'

/**
 * Identifies a fleet by the database it keeps its truth in: the server's own identifier, which its replicas share, and
 * the database's number there. A copy restored elsewhere is another fleet.
 */
export async function fleetId(db: Db): Promise<string> {
  const rows = await query<{ id: string }>(
    db,
    `SELECT (SELECT system_identifier FROM pg_control_system())::text || '/' || d.oid::text AS id
     FROM pg_database d WHERE d.datname = current_database()`,
  )
  return rows[0]?.id ?? ''
}
