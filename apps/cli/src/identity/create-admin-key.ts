import type { IssuedKey } from '@cges-fleet/core'
import {
  createKey,
  findKeyHolder,
  identityDatabase,
  type KeyToIssue,
  LOCAL_TEAM,
  loadPepper,
  openDatabase,
  parseKey,
  type Pepper,
  requireMigrated,
} from '@cges-fleet/db'
import { parseEnvironment } from '../env.js'
import { parseStoreEnvironment } from '../up/env.js'
import { UsageError } from '../usage-error.js'

/**
 * Creates a key of a fleet administrator directly in a database, by default that of DATABASE_URL, without the API:
 * access to the database amounts to running the fleet.
 */
export function createAdminKey(name: string, url = parseStoreEnvironment().DATABASE_URL): Promise<IssuedKey> {
  const key = { team: LOCAL_TEAM, name, role: 'fleet-admin', scopes: null, expiresAt: null } as const
  return besideDatabase(url, (db, pepper) => createKey(db, key, { actor: 'machine', pepper }))
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
  return besideDatabase(parseStoreEnvironment().DATABASE_URL, async (db, pepper) => {
    if ((await findKeyHolder(db, text, pepper)) !== null) return null
    return createKey(db, { ...key, team: LOCAL_TEAM, expiresAt: null }, { actor: 'machine', pepper }, text)
  })
}

type IdentityDatabase = ReturnType<typeof identityDatabase>

async function besideDatabase<T>(
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
