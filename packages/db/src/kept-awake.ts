import type { EntityManager } from 'typeorm'

/** Well below the idle-in-transaction timeout. */
const OFTEN_MS = 1000

/**
 * Returns a function to call now and then while computing inside a transaction, so that the server does not end it as
 * idle.
 */
export function keptAwake(tx: EntityManager): () => Promise<void> {
  let askedAt = performance.now()
  return async () => {
    if (performance.now() - askedAt < OFTEN_MS) return
    await tx.query('SELECT 1')
    askedAt = performance.now()
  }
}
