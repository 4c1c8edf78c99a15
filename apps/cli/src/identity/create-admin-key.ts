import type { IssuedKey } from '@cges-fleet/core'
import { createKey, identityDatabase, LOCAL_TEAM, openDatabase, readPepper, requireMigrated } from '@cges-fleet/db'
import { readEnvironment } from '../env.js'
import { readStoreEnvironment } from '../up/env.js'
import { UsageError } from '../usage-error.js'

/** Makes a key of an administrator of the fleet beside a database, that of DATABASE_URL unless given, without the API: whoever can reach it runs the fleet. */
export async function createAdminKey(name: string, url = readStoreEnvironment().DATABASE_URL): Promise<IssuedKey> {
  if (url === undefined) throw new UsageError('set DATABASE_URL to the database of the fleet')
  const pepper = readPepper(readEnvironment())
  if (pepper === null) {
    throw new UsageError(
      'set KEY_PEPPER_FILE to the file the API reads too; make it with `openssl rand -base64 48 > key-pepper`',
    )
  }
  const db = await openDatabase({ url, application: 'cges-key', connections: 1, role: 'api' })
  try {
    await requireMigrated(db)
    const key = { team: LOCAL_TEAM, name, role: 'fleet-admin', scopes: null, expiresAt: null } as const
    return await createKey(identityDatabase(db), key, { actor: 'machine', pepper })
  } finally {
    await db.destroy()
  }
}
