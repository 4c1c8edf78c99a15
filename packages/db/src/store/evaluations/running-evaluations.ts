import { type Db, query } from '../../connection/query.js'

/**
 * The running evaluations of a pool: a worker that starts up requests a round for each, so that its slots fill at once.
 */
export async function runningEvaluations(db: Db, pool: string): Promise<string[]> {
  const rows = await query<{ id: string }>(db, `SELECT * FROM running_evaluations($1)`, [pool])
  return rows.map((row) => row.id)
}
