import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { hasKeys, identityDatabase, loadPepper, openDatabase } from '@cges-fleet/db'
import { createAdminKey } from '../administration/database-work.js'
import { firstKeyPath } from '../api/connection.js'
import { loadApiKey, parseEnvironment } from '../env.js'
import { makeFolder, readTextFile } from '../files/text-files.js'

/** The key that `up` calls its own API with, and the note about it. */
export interface FirstKey {
  readonly key: string | undefined
  /** Whether the API will accept `up`'s requests. */
  readonly isLetIn: boolean
  readonly notice: string | null
}

/** Finds the key to call the fleet with: the configured one, or on the first start with sign-in a new one. */
export async function firstKey(databaseUrl: string, folder: string): Promise<FirstKey> {
  const key = loadApiKey()
  if (loadPepper(parseEnvironment()) === null || key !== undefined) return { key, isLetIn: true, notice: null }
  const path = firstKeyPath(folder)
  if (!(await anyKeys(databaseUrl))) {
    const made = await createAdminKey('first key, made by cges up', databaseUrl)
    makeFolder(folder)
    writeFileSync(path, `${made.key}\n`, { mode: 0o600 })
    chmodSync(path, 0o600)
    return {
      key: made.key,
      isLetIn: true,
      notice: `Key        the first admin key was made: it is in ${path}\n${use(path)}`,
    }
  }
  if (existsSync(path))
    return {
      key: readTextFile(path).trim(),
      isLetIn: true,
      notice: `Key        an admin key is in ${path}\n${use(path)}`,
    }
  const how = `DATABASE_URL='${databaseUrl}' cges key create --admin --name you`
  return {
    key: undefined,
    isLetIn: false,
    notice: `Key        set CGES_API_KEY_FILE to a file with a key; another is made with\n           ${how}`,
  }
}

function use(path: string): string {
  const inBrowsers = parseEnvironment().KEY_SIGN_IN === 'off' ? '' : '; paste it into the dashboard to sign in'
  return `           export CGES_API_KEY_FILE='${path}' for commands${inBrowsers}`
}

async function anyKeys(url: string): Promise<boolean> {
  const db = await openDatabase({ url, application: 'cges-up', connections: 1, role: 'api' })
  try {
    return await hasKeys(identityDatabase(db))
  } finally {
    await db.destroy()
  }
}
