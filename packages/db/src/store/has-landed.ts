import type { Attempt } from './complete-sample.js'
import { type Db, query } from './query.js'

/** Tells whether an attempt's own completion was committed: what a worker asks that lost the answer to its commit. */
export async function hasLanded(db: Db, attempt: Attempt): Promise<boolean> {
  const rows = await query<{ state: string }>(
    db,
    `SELECT state FROM call_ledger
     WHERE trial_id = $1 AND index = $2 AND kind = 'draw' AND fence = $3 AND state IN ('settled', 'failed')`,
    [attempt.trialId, attempt.index, attempt.fence],
  )
  return rows.length > 0
}
