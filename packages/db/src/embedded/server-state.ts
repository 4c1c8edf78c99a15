import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'

/** "The database system is starting up" or "is shutting down", which has one code for both. */
const CANNOT_CONNECT_NOW = '57P03'

/** Asks a server for its state; `silent` if nothing listens. */
export async function serverState(socketFolder: string): Promise<'serves' | 'starting' | 'silent'> {
  const client = new pg.Client({ connectionString: socketUrl(socketFolder, 'postgres') })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'serves'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === CANNOT_CONNECT_NOW ? 'starting' : 'silent'
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Writes the connection string of a database behind a Unix socket. */
export function socketUrl(socketFolder: string, database: string): string {
  return `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
}

/**
 * Returns whether a user other than the owner could enter every folder above a path; folders that do not exist yet
 * count as open.
 */
export function isReachableByAll(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
