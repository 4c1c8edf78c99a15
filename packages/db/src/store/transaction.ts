import type { EntityManager } from 'typeorm'
import type { Database } from './query.js'
import { retryTransient } from './retry-transient.js'

/**
 * Runs work in one transaction, and retries it if the database rolled it back for a deadlock or a serialization
 * failure.
 */
export function transaction<T>(db: Database, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  return retryTransient(() => db.transaction(work))
}
