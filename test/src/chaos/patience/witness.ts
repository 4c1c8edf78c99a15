import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Burst } from './witness-main.js'

const MAIN = fileURLToPath(new URL('../../../dist/chaos/patience/witness-main.js', import.meta.url))

/** A machine on which everything takes this many times as long starves those who wait on it. */
export const STARVED = 2

/** Tells how slow the machine is. */
export interface Slowness {
  /** How many times as long as its work needs a process took since then, by this machine's clock in ms; 1 at the least. */
  slowdownSince(atMs: number): number
}

/** A process beside the run that does a little work now and then, and sees how long it has to wait for a processor. */
export class Witness implements Slowness {
  /** Of all bursts up to each. */
  readonly #sums: Burst[] = [{ atMs: 0, wallMs: 0, cpuMs: 0 }]

  private constructor(private readonly child: ChildProcess) {
    child.on('message', ({ atMs, wallMs, cpuMs }: Burst) => {
      const sum = this.#sums.at(-1)
      this.#sums.push({ atMs, wallMs: (sum?.wallMs ?? 0) + wallMs, cpuMs: (sum?.cpuMs ?? 0) + cpuMs })
    })
  }

  /** Resolves once it has measured for the first time. */
  static async start(): Promise<Witness> {
    const child = fork(MAIN, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const witness = new Witness(child)
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('the witness ended at its start: is it compiled?'))),
    ])
    return witness
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  slowdownSince(atMs: number): number {
    // What was just measured, where nothing was since.
    const last = this.#sums.at(-1)
    const before = this.#sums.findLast((sum) => sum.atMs < atMs && sum !== last)
    if (before === undefined || last === undefined) return 1
    return Math.max(1, (last.wallMs - before.wallMs) / (last.cpuMs - before.cpuMs))
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const exit = once(this.child, 'exit')
    this.child.kill('SIGKILL')
    await exit
  }
}
