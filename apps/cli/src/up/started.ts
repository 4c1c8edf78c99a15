import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessKind } from '@cges-fleet/db/process'
import { FleetGuard } from './guard/fleet-guard.js'
import { ended, stopProcess } from './stop-process.js'

/** Processes that have not closed by then are left to the guard. */
const CLOSE_MS = 40_000

/** Everything `up` has started so far, ready or not, so that it can be ended at any point. */
export class Started {
  readonly #children = new Set<ChildProcess>()
  readonly #closes: (() => Promise<void>)[] = []
  #isEnding = false

  private constructor(private readonly guard: FleetGuard) {}

  /** Given a folder, the next fleet there waits for the remains of this one. */
  static begin(folder: string | null): Started {
    return new Started(FleetGuard.start(folder))
  }

  /** Registers a child as soon as it exists. */
  child(child: ChildProcess): void {
    this.#children.add(child)
    if (child.pid !== undefined) this.process(child.pid, 'process')
    void ended(child).then(() => {
      this.#children.delete(child)
      if (child.pid !== undefined) this.guard.drop(child.pid)
    })
    if (this.#isEnding) void stopProcess(child)
  }

  /** Registers a process that is only ended here if it is left over. */
  process(pid: number, kind: ProcessKind): void {
    this.guard.watch(pid, kind)
  }

  /** Registers what to close once the children have ended. */
  closes(close: () => Promise<void>): void {
    this.#closes.push(close)
  }

  /** Ends everything, in bounded time. */
  async end(): Promise<void> {
    this.#isEnding = true
    await Promise.all([...this.#children].map(stopProcess))
    for (const close of this.#closes.toReversed()) {
      await Promise.race([close().catch(() => undefined), sleep(CLOSE_MS, undefined, { ref: false })])
    }
    await this.guard.close()
  }
}
