import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const STOP_MS = 8000

/** Asks a child to end, and ends it when it has not after a while. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await Promise.race([ended(child), sleep(STOP_MS, undefined, { ref: false })])
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  await ended(child)
}

/** Waits until a child has ended. */
export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
  })
}
