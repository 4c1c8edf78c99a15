import { readdirSync, readFileSync } from 'node:fs'

/** Of a second of processor time, in which the kernel counts. */
const TICKS = 100

/**
 * Processor seconds that our own engine has used: its daemons, each container's shim, and the programs with which those
 * enter containers, which a health check costs beside its own command. Its processes name its folder.
 */
export function engineSeconds(folder: string): number {
  const ours = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && read(pid, 'cmdline').includes(`${folder}/`))
  return ours.reduce((sum, pid) => sum + ticksOf(read(pid, 'stat')), 0) / TICKS
}

/** Of a process and the children it has waited for, by its line in `/proc`. */
function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
}

function read(pid: string, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}
