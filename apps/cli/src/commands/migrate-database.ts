import { migrate, openDatabase } from '@cges-fleet/db'
import { readStoreEnvironment } from '../up/env.js'
import { UsageError } from '../usage-error.js'

/** Brings the database that DATABASE_URL names up to date, as a deployment does before it starts the other processes. */
export async function migrateDatabase(): Promise<void> {
  const { DATABASE_URL: url } = readStoreEnvironment()
  if (url === undefined) throw new UsageError('set DATABASE_URL to the database to migrate')
  const db = await openDatabase({ url, application: 'cges-migrate', connections: 4 })
  try {
    const ran = await migrate(db)
    console.log(ran.length === 0 ? 'The schema is up to date.' : `Migrated: ${ran.join(', ')}.`)
  } finally {
    await db.destroy()
  }
}
