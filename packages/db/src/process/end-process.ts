import { setTimeout as sleep } from 'node:timers/promises'
import { readProcess } from './read-process.js'

type Step = readonly [signal: NodeJS.Signals, withinMs: number]

/** How each kind of process is asked to end, and how long each way is waited for. */
const WAYS = {
  process: [
    ['SIGTERM', 8000],
    ['SIGKILL', 5000],
  ],
  /** A fast shutdown, an immediate one, which loses nothing that was committed, and the end. */
  postgres: [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ],
} as const satisfies Record<string, readonly Step[]>

export type ProcessKind = keyof typeof WAYS

const LOOK_MS = 50

/** Ends a process, asking first and ever harder, in a bounded time; does nothing where it ended or another has its number. */
export async function endProcess(
  pid: number,
  kind: ProcessKind,
  startedAt = readProcess(pid)?.startedAt,
): Promise<void> {
  const runs = () => startedAt !== undefined && readProcess(pid)?.startedAt === startedAt
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
