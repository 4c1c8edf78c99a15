import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Finds the server that holds a cluster: its pid and socket folder (lines 1 and 5 of postmaster.pid), or null without that
 * file.
 */
export function findPostmaster(cluster: string): { pid: number; socketFolder: string } | null {
  let text: string
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch {
    return null
  }
  const lines = text.split('\n')
  const pid = Number(lines[0])
  const socketFolder = lines[4]?.trim() ?? ''
  return Number.isInteger(pid) && pid > 0 && socketFolder !== '' ? { pid, socketFolder } : null
}
