import { setTimeout as sleep } from 'node:timers/promises'

/** What a small piece of work took, and what it took of a processor. */
export interface Burst {
  /** When it was over, by this machine's clock. */
  readonly atMs: number
  readonly wallMs: number
  readonly cpuMs: number
}

const EVERY_MS = 50
const WORK_MS = 2

/** Works until it has had so much of a processor, which on a machine with nothing else to do takes as long. */
function burst(): Burst {
  const from = performance.now()
  const before = process.cpuUsage()
  for (;;) {
    const { user, system } = process.cpuUsage(before)
    const cpuMs = (user + system) / 1000
    if (cpuMs >= WORK_MS) return { atMs: Date.now(), wallMs: performance.now() - from, cpuMs }
  }
}

process.once('disconnect', () => process.exit(0))
for (;;) {
  process.send?.(burst())
  await sleep(EVERY_MS)
}
