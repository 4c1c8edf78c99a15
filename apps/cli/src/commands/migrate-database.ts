import { migrate, openDatabase } from '@cges-fleet/db'
import { migrateQueue } from '@cges-fleet/queue'
import { readStoreEnvironment } from '../up/env.js'
import { UsageError } from '../usage-error.js'

/** Brings the database that DATABASE_URL names up to date, as a deployment does before it starts the other processes. */
export async function migrateDatabase({ queue = false }: { readonly queue?: boolean } = {}): Promise<void> {
  const { DATABASE_URL: url } = readStoreEnvironment()
  if (url === undefined) throw new UsageError('set DATABASE_URL to the database to migrate')
  const db = await openDatabase({ url, application: 'cges-migrate', connections: 4 })
  try {
    // First, so that migrating says who may use it.
    if (queue) await migrateQueue(url)
    const ran = await migrate(db)
    console.log(ran.length === 0 ? 'The schema is up to date.' : `Migrated: ${ran.join(', ')}.`)
  } finally {
    await db.destroy()
  }
}
