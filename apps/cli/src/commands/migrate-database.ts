import { migrate, openDatabase } from '@cges-fleet/db'
import { migrateQueue } from '@cges-fleet/queue'
import { printResult } from '../manners/print-result.js'
import { waitWithBar } from '../report/wait-with-bar.js'
import { parseStoreEnvironment } from '../up/env.js'
import { UsageError } from '../usage-error.js'

interface Options {
  readonly queue?: boolean
  readonly json?: boolean
}

/** Migrates the database in DATABASE_URL, as a deployment does before it starts the other processes. */
export async function migrateDatabase(options: Options = {}): Promise<void> {
  const { DATABASE_URL: url } = parseStoreEnvironment()
  if (url === undefined) throw new UsageError('set DATABASE_URL to the database to migrate')
  const db = await openDatabase({ url, application: 'cges-migrate', connections: 4 })
  try {
    // The queue first, so that migrating grants its use.
    const work = async () => {
      if (options.queue === true) await migrateQueue(url)
      return migrate(db)
    }
    const ran = await waitWithBar('migrating', 'the database', work)
    printResult(options, { migrated: ran }, () => [
      ran.length === 0 ? 'The schema is up to date.' : `Migrated: ${ran.join(', ')}.`,
    ])
  } finally {
    await db.destroy()
  }
}
