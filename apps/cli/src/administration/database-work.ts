import type { IssuedKey } from '@cges-fleet/core'
import {
  createKey,
  findKeyHolder,
  identityDatabase,
  type KeyToIssue,
  listPepperedKeys,
  loadPepper,
  LOCAL_TEAM,
  migrate,
  openDatabase,
  parseKey,
  type Pepper,
  type PepperedKey,
  renewHash,
  requireMigrated,
} from '@cges-fleet/db'
import { migrateQueue } from '@cges-fleet/queue'
import { parseEnvironment } from '../env.js'
import { UsageError } from '../errors.js'
import { printResult } from '../shell/printing.js'
import { waitWithBar } from '../shell/progress.js'
import { parseStoreEnvironment } from '../fleet/env.js'

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

/**
 * Creates a key of a fleet administrator directly in a database, by default that of DATABASE_URL, without the API:
 * access to the database amounts to running the fleet.
 */
export function createAdminKey(name: string, url = parseStoreEnvironment().DATABASE_URL): Promise<IssuedKey> {
  const key = { team: LOCAL_TEAM, name, role: 'fleet-admin', scopes: null, expiresAt: null } as const
  return withDatabase(url, (db, pepper) => createKey(db, key, { actor: 'machine', pepper }))
}

export type { PepperedKey }

/** Lists the keys that work in the database of DATABASE_URL, with the pepper each needs. */
export function keysByPepper(): Promise<PepperedKey[]> {
  return withDatabase(parseStoreEnvironment().DATABASE_URL, listPepperedKeys)
}

/**
 * Registers a key that its holder already has, directly in the database of DATABASE_URL, for unattended installations.
 * Null if it is registered already.
 */
export function acceptKey(key: Pick<KeyToIssue, 'name' | 'role' | 'scopes'>, given: string): Promise<IssuedKey | null> {
  const text = parseKey(given)
  if (text === null) {
    throw new UsageError('the file holds no key: cges_, 12 of a-z and 0-9, _ and 43 of A-Z, a-z, 0-9, - and _')
  }
  return withDatabase(parseStoreEnvironment().DATABASE_URL, async (db, pepper) => {
    if ((await findKeyHolder(db, text, pepper)) !== null) {
      await renewHash(db, text, pepper)
      return null
    }
    return createKey(db, { ...key, team: LOCAL_TEAM, expiresAt: null }, { actor: 'machine', pepper }, text)
  })
}

type IdentityDatabase = ReturnType<typeof identityDatabase>

async function withDatabase<T>(
  url: string | undefined,
  work: (db: IdentityDatabase, pepper: Pepper) => Promise<T>,
): Promise<T> {
  if (url === undefined) throw new UsageError('set DATABASE_URL to the database of the fleet')
  const pepper = loadPepper(parseEnvironment())
  if (pepper === null) {
    throw new UsageError(
      'set KEY_PEPPER_FILE to the file the API reads too; make it with `openssl rand -base64 48 > key-pepper`',
    )
  }
  const db = await openDatabase({ url, application: 'cges-key', connections: 1, role: 'api' })
  try {
    await requireMigrated(db)
    return await work(identityDatabase(db), pepper)
  } finally {
    await db.destroy()
  }
}
