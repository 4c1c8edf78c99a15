/**
 * Error codes of the system, the resolver and PostgreSQL for a database that is unreachable, gone, shutting down or
 * full.
 */
const OUTAGE = new Set(
  (
    'ECONNREFUSED ECONNRESET EPIPE ENOENT ENOTFOUND EAI_AGAIN EHOSTUNREACH ETIMEDOUT ' +
    '08000 08001 08003 08004 08006 3D000 25P03 53100 53200 53300 57P01 57P02 57P03'
  ).split(' '),
)

const BROKEN_CONNECTION =
  /connection terminated|timeout exceeded when trying to connect|connection error|not queryable|socket hang up/i

/**
 * Tells an outage of the database from an error of the statement. What was sent may have been committed nevertheless:
 * only what is idempotent may be retried.
 */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && typeof error.code === 'string' && OUTAGE.has(error.code)) return true
  return error instanceof Error && BROKEN_CONNECTION.test(error.message)
}
