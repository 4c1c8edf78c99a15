import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess } from './find-process.js'

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
