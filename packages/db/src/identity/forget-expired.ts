import { type Db, query } from '../store/query.js'

/** Retention in days. */
export interface Retention {
  /** Of the audit log; at least 31. */
  readonly auditDays: number
  readonly refusalDays: number
}

const ROWS_AT_ONCE = 5000

/**
 * Deletes what is past its retention: audit entries, refusals, refilled buckets, ended sessions, and workers that
 * disappeared an hour ago. Returns whether there may be more: it deletes a few thousand rows of each at a time, so that
 * the sweep is never held up.
 */
export async function forgetExpired(db: Db, { auditDays, refusalDays }: Retention): Promise<boolean> {
  const rows = await query<{ most: number }>(db, 'SELECT forget_expired($1, $2, $3) AS most', [
    auditDays,
    refusalDays,
    ROWS_AT_ONCE,
  ])
  return (rows[0]?.most ?? 0) >= ROWS_AT_ONCE
}
