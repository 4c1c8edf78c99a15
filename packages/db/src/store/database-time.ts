import { type Db, query } from './query.js'

/** The database's time, the only clock that decisions use. */
export async function databaseTime(db: Db): Promise<Date> {
  const [row] = await query<{ now: Date }>(db, 'SELECT now()', [])
  if (row === undefined) throw new Error('the database gave no time')
  return row.now
}
