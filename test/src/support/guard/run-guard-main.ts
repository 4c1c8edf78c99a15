import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MarkedProcess, markedProcesses } from './marked-processes.js'

const [, , mark = ''] = process.argv
const folders: string[] = []

/** What ends each process, and how long to wait until it is tried harder. PostgreSQL's SIGQUIT frees its shared memory. */
const WAYS = [
  { signal: 'SIGTERM', withinMs: 5000, is: ({ name }: MarkedProcess) => name !== 'postgres' },
  { signal: 'SIGKILL', withinMs: 5000, is: ({ name }: MarkedProcess) => name !== 'postgres' },
  { signal: 'SIGQUIT', withinMs: 5000, is: () => true },
  { signal: 'SIGKILL', withinMs: 5000, is: () => true },
] as const

/** Users of a database end before it, so that they need not wait for it. What they start meanwhile is ended too. */
async function endAll(): Promise<void> {
  for (const { signal, withinMs, is } of WAYS) {
    const left = () => markedProcesses(mark).filter(is)
    const reported = new Set<number>()
    const until = performance.now() + withinMs
    for (let now = left(); now.length > 0 && performance.now() < until; now = left()) {
      for (const { pid } of now.filter((one) => !reported.has(one.pid))) send(reported.add(pid) && pid, signal)
      await sleep(50)
    }
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended in between.
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
const lines = createInterface({ input: process.stdin })
lines.on('line', (folder) => folders.push(folder))
// The other end closes when the run's process ends, however it ends.
lines.on('close', () => {
  void endAll().finally(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    process.exit(0)
  })
})
