import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const TICKS_A_SECOND = 100

/** CPU seconds that a process and its children, ended ones included, have used so far. */
export function cpuSeconds(pid: number): number {
  return statOf(pid, (fields) => sum(fields.slice(11, 15))) / TICKS_A_SECOND + runningChildren(pid)
}

function runningChildren(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(Number(name), parentOf) === pid)
  return children.reduce((total, child) => total + cpuSeconds(Number(child)), 0)
}

function parentOf(fields: readonly string[]): number {
  return Number(fields[1])
}

/** The fields after the command's name, which may contain anything; 0 for a process that has ended. */
function statOf(pid: number, take: (fields: readonly string[]) => number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return take(stat.slice(stat.lastIndexOf(')') + 2).split(' '))
  } catch {
    return 0
  }
}

function sum(values: readonly string[]): number {
  return values.reduce((total, value) => total + Number(value), 0)
}
