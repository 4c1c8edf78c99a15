import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type ProcessKind, findProcess } from '@cges-fleet/db/process'
import { ended } from '../stop-process.js'
import type { GuardLine } from './guard-line.js'
import { guardRecordPath, writeGuardRecord } from './guard-record.js'

const ENTRY = fileURLToPath(new URL('guard-main.js', import.meta.url))
/** Longer than ending everything it holds can take. */
const END_MS = 60_000

/**
 * A separate process that ends everything a fleet started once the fleet's launcher is gone, even if it was killed, and
 * whether or not its children still listen.
 */
export class FleetGuard {
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
