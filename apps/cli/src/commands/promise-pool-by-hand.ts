import { openDatabase, type PoolModel, promisePool, requireMigrated } from '@cges-fleet/db'
import { parseStoreEnvironment } from '../up/env.js'
import { UsageError } from '../usage-error.js'

/** Records what a pool promises in the database in DATABASE_URL, which only operators have. */
export async function promisePoolByHand(
  pool: string,
  promised: Pick<PoolModel, 'model' | 'provenance'> & Partial<PoolModel>,
): Promise<void> {
  const { DATABASE_URL: url } = parseStoreEnvironment()
  if (url === undefined) throw new UsageError('set DATABASE_URL to the database of the fleet')
  const db = await openDatabase({ url, application: 'cges-pool', connections: 2 })
  try {
    await requireMigrated(db)
    const refused = await promisePool(db, pool, promised)
    if (refused !== null) throw new UsageError(refused)
  } finally {
    await db.destroy()
  }
}
