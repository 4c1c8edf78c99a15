import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

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
