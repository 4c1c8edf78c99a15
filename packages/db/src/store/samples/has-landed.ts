import type { Attempt } from './complete-sample.js'
import { type Db, query } from '../query.js'

/** Tells whether an attempt's own completion was committed: what a worker asks that lost the answer to its commit. */
export async function hasLanded(db: Db, attempt: Attempt): Promise<boolean> {
  const { trialId, index, fence } = attempt
  const rows = await query<{ landed: boolean }>(db, `SELECT * FROM has_landed($1, $2, $3)`, [trialId, index, fence])
  return rows[0]?.landed ?? false
}
