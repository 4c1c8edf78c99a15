import { type Db, query } from '../store/query.js'

/** How many days what was written down is kept. */
export interface Retention {
  /** The log of what was done; 31 at least. */
  readonly auditDays: number
  readonly refusalDays: number
}

const ROWS_AT_ONCE = 5000

/**
 * Deletes what has been kept for its time: entries of the log, refusals, buckets that are full again, sessions that have
 * ended. Tells whether there may be more: it takes a few thousand rows of each, so that no sweep waits for it.
 */
export async function forgetExpired(db: Db, { auditDays, refusalDays }: Retention): Promise<boolean> {
  const rows = await query<{ most: number }>(db, 'SELECT forget_expired($1, $2, $3) AS most', [
    auditDays,
    refusalDays,
    ROWS_AT_ONCE,
  ])
  return (rows[0]?.most ?? 0) >= ROWS_AT_ONCE
}
