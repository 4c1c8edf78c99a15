import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findProcess, type ProcessKind } from '@cges-fleet/db/process'
import { type GuardLine, guardRecordPath, writeGuardRecord } from './guard-record.js'

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

const ENTRY = fileURLToPath(new URL('guard-main.js', import.meta.url))
/** Longer than ending everything it holds can take. */
const END_MS = 60_000

/**
 * A separate process that ends everything a fleet started once the fleet's launcher is gone, even if it was killed, and
 * whether or not its children still listen.
 */
class FleetGuard {
  private constructor(private readonly process: ChildProcess) {}

  /** Starts one; given a folder it records itself there, for the next fleet to wait for. */
  static start(folder: string | null): FleetGuard {
    const args = folder === null ? [ENTRY] : [ENTRY, guardRecordPath(folder)]
    // In its own session, since Ctrl-C is for the fleet.
    const child = spawn(process.execPath, args, { detached: true, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] })
    child.stdin.on('error', () => undefined)
    child.on('error', () => undefined)
    if (folder !== null && child.pid !== undefined) {
      writeGuardRecord(folder, { guard: child.pid, launcher: process.pid })
    }
    return new FleetGuard(child)
  }

  /** Ends a process with the fleet, unless it ended before. */
  watch(pid: number, kind: ProcessKind): void {
    this.#tell({ pid, kind, ended: false })
  }

  /** Forgets a process that ended. */
  drop(pid: number): void {
    this.#tell({ pid, kind: 'process', ended: true })
  }

  /** Ends everything that still runs, and waits for it. */
  async close(): Promise<void> {
    if (this.process.pid === undefined) return
    this.process.stdin?.end()
    await Promise.race([ended(this.process), sleep(END_MS, undefined, { ref: false })])
    if (findProcess(this.process.pid) !== null) this.process.kill('SIGKILL')
  }

  #tell(line: GuardLine): void {
    this.process.stdin?.write(`${JSON.stringify(line)}\n`)
  }
}

const STOP_MS = 8000
/** A killed process is gone at once, unless the kernel itself is waiting. */
const KILLED_MS = 5000

/** Asks a child to end, and kills it after a while. */
async function stopProcess(child: ChildProcess): Promise<void> {
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
