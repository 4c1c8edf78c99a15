import type { EntityManager } from 'typeorm'

/** Well within the time after which a transaction that asks for nothing is ended. */
const OFTEN_MS = 1000

/** Makes what keeps a transaction from being ended as idle while its process computes: to be called now and then. */
export function keptAwake(tx: EntityManager): () => Promise<void> {
  let askedAt = performance.now()
  return async () => {
    if (performance.now() - askedAt < OFTEN_MS) return
    await tx.query('SELECT 1')
    askedAt = performance.now()
  }
}
