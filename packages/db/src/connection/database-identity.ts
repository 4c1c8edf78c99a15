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

/** The database's time, the only clock that decisions use. */
export async function databaseTime(db: Db): Promise<Date> {
  const [row] = await query<{ now: Date }>(db, 'SELECT now()', [])
  if (row === undefined) throw new Error('the database gave no time')
  return row.now
}
