import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** The folder of a program `node`; or why there is none. */
export type NodeFolder =
  | { readonly folder: string; readonly reason?: undefined }
  | { readonly folder?: undefined; readonly reason: string }

/** How long npm may take to bring one. */
const INSTALL_MS = 120_000

/** Finds a Node of a major version: that which runs this, or that of the package `node`, kept in the user's cache. */
export function nodeOf(major: number): NodeFolder {
  if (process.versions.node.startsWith(`${major}.`)) return { folder: dirname(process.execPath) }
  const home = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'cges-nodes', String(major))
  const folder = join(home, 'node_modules/.bin')
  if (existsSync(join(folder, 'node'))) return { folder }
  const options = ['--prefix', home, '--no-save', '--silent', '--fetch-retries', '0']
  const { status } = spawnSync('npm', ['install', ...options, `node@${major}`], { timeout: INSTALL_MS })
  return status === 0 ? { folder } : { reason: `npm could not bring node@${major}` }
}
