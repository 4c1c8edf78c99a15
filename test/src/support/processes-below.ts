import { readdirSync, readFileSync } from 'node:fs'
import { findProcess } from '@cges-fleet/db/process'

export interface Seen {
  readonly pid: number
  readonly startedAt: string
  readonly command: string
}

/** Every process that a process of this machine started, and those that they started; Linux alone tells. */
export function processesBelow(pid: number): Seen[] {
  const parents = new Map(allPids().map((each) => [each, parentOf(each)]))
  const isBelow = (each: number | undefined): boolean =>
    each !== undefined && each !== 0 && (each === pid || isBelow(parents.get(each)))
  return [...parents.keys()].flatMap((each) => {
    const facts = each !== pid && isBelow(each) ? findProcess(each) : null
    return facts === null ? [] : [{ pid: each, startedAt: facts.startedAt, command: commandOf(each) }]
  })
}

/** Which of the processes seen before still run. */
export function stillRunning(seen: readonly Seen[]): string[] {
  return seen.flatMap(({ pid, startedAt, command }) =>
    findProcess(pid)?.startedAt === startedAt ? [`${pid} ${command}`] : [],
  )
}

function allPids(): number[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
}

function parentOf(pid: number): number {
  const stat = textOf(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}

function commandOf(pid: number): string {
  return textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
