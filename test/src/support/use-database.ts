import { type DataSource, openDatabase } from '@cges-fleet/db'
import { afterEach, beforeEach } from 'vitest'
import { type FreshDatabase, freshDatabase } from './fresh-database.js'

/** Gives every test of a file a migrated database of its own, and takes it away afterwards. */
export function useDatabase(connections = 6): () => DataSource {
  let fresh: FreshDatabase | undefined
  let db: DataSource | undefined
  beforeEach(async () => {
    fresh = await freshDatabase()
    db = await openDatabase({ url: fresh.url, application: 'test', connections })
  })
  afterEach(async () => {
    await db?.destroy()
    await fresh?.drop()
    db = undefined
    fresh = undefined
  })
  return () => {
    if (db === undefined) throw new Error('the database is there inside a test only')
    return db
  }
}
