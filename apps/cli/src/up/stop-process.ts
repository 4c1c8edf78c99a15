import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const STOP_MS = 8000
/** A killed process is gone at once, unless the kernel itself is waiting. */
const KILLED_MS = 5000

/** Asks a child to end, and kills it after a while. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (await endedWithin(child, STOP_MS)) return
  child.kill('SIGKILL')
  await endedWithin(child, KILLED_MS)
}

/** Waits until a child has ended. */
export function ended(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    // A child that could not be started ends like this.
    child.once('error', () => resolve())
  })
}

async function endedWithin(child: ChildProcess, ms: number): Promise<boolean> {
  await Promise.race([ended(child), sleep(ms, undefined, { ref: false })])
  return hasEnded(child)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
