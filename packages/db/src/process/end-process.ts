import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

type Step = readonly [signal: NodeJS.Signals, withinMs: number]

/** The signals that end each kind of process, and how long to wait after each. */
const WAYS = {
  process: [
    ['SIGTERM', 8000],
    ['SIGKILL', 5000],
  ],
  /** Fast shutdown, immediate shutdown (which loses nothing that was committed), then SIGKILL. */
  postgres: [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ],
} as const satisfies Record<string, readonly Step[]>

export type ProcessKind = keyof typeof WAYS

const LOOK_MS = 50

/** Ends a process with escalating signals, in bounded time; does nothing if it has ended or its pid was reused. */
export async function endProcess(
  pid: number,
  kind: ProcessKind,
  startedAt = findProcess(pid)?.startedAt,
): Promise<void> {
  const runs = () => startedAt !== undefined && findProcess(pid)?.startedAt === startedAt
  for (const [signal, withinMs] of WAYS[kind]) {
    if (!runs()) return
    send(pid, signal)
    const until = performance.now() + withinMs
    while (runs() && performance.now() < until) await sleep(LOOK_MS)
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended in between.
  }
}

export interface ProcessFacts {
  /** Together with the pid identifies a process across pid reuse; empty if the system does not tell. */
  readonly startedAt: string
  /** Time it has run, and time it has run or waited for a processor; null if the system does not tell. */
  readonly cpuMs: number | null
  readonly wantedMs: number | null
  readonly waitsForDisk: boolean
}

/** Linux counts the times in `/proc/<pid>/stat` in hundredths of a second. */
const TICK_MS = 10

/** Finds a process of this machine: what identifies it and the time it has used; null if it has ended. */
export function findProcess(pid: number): ProcessFacts | null {
  if (process.platform !== 'linux') {
    return isThere(pid) ? { startedAt: '', cpuMs: null, wantedMs: null, waitsForDisk: false } : null
  }
  const stat = textOf(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The name before it may contain anything, parentheses too.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields[0] ?? ''
  // A zombie: ended, but not yet reaped by its parent.
  if (state === 'Z' || state === 'X') return null
  const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS
  return { startedAt: fields[19] ?? '', cpuMs, wantedMs: wantedOf(pid) ?? cpuMs, waitsForDisk: state === 'D' }
}

/** Of its first thread, the one that starts up. */
function wantedOf(pid: number): number | null {
  const [run, waited] = (textOf(`/proc/${pid}/schedstat`) ?? '').split(' ').map(Number)
  return run === undefined || waited === undefined ? null : (run + waited) / 1e6
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
