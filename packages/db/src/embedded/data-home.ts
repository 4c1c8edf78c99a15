import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isReachableByAll } from './is-reachable-by-all.js'

/** Where the server's files are, and the reason if that is not the folder asked for. */
export interface DataHome {
  readonly path: string
  readonly moved: string | null
}

/** Chooses a folder the server can enter: the one asked for, or, for root under a private home, one below the system's temp folder. */
export function dataHome(wanted: string): DataHome {
  const path = resolve(wanted)
  if (process.getuid?.() !== 0 || isReachableByAll(join(path, 'postgres'))) return { path, moved: null }
  const elsewhere = join(tmpdir(), `cges-fleet-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`)
  mkdirSync(elsewhere, { recursive: true, mode: 0o711 })
  return {
    path: elsewhere,
    moved: `PostgreSQL will not run as root and its own user cannot enter ${path}: its files are in ${elsewhere}`,
  }
}
