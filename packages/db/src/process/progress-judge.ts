import type { ProcessFacts } from './end-process.js'

/** One observation of a process that is starting. */
export type Look = Pick<ProcessFacts, 'cpuMs' | 'wantedMs' | 'waitsForDisk'> & {
  readonly atMs: number
  /** How much output it has written so far. */
  readonly heard: number
}

/** A later look counts as this late: time in which the machine slept or ran nobody is not held against the process. */
const LONGEST_STEP_MS = 2000

/** A process that wants a processor for this share of the time is working, however little time it gets. */
const AT_WORK = 0.05

/**
 * Tells a slow start from a stuck one: a process makes progress if it writes output, waits for the disk, or wants a
 * processor. One that only computes in silence is trusted for as much processor time as it may be quiet.
 */
export class ProgressJudge {
  #last: Look | undefined
  #cpuAtWord = 0
  /** Time without progress so far. */
  quietMs = 0

  constructor(private readonly limitMs: number) {}

  /** Takes the next observation; true if there was no progress for too long. */
  isStuck(look: Look): boolean {
    const last = this.#last
    this.#last = look
    if (last === undefined || look.heard !== last.heard) {
      this.quietMs = 0
      this.#cpuAtWord = look.cpuMs ?? 0
      return false
    }
    const stepMs = look.atMs - last.atMs
    if (this.#isAtWork(look, last, stepMs)) this.quietMs = 0
    else this.quietMs += Math.min(stepMs, LONGEST_STEP_MS)
    return this.quietMs >= this.limitMs
  }

  #isAtWork(look: Look, last: Look, stepMs: number): boolean {
    if (look.waitsForDisk) return true
    if ((look.cpuMs ?? 0) - this.#cpuAtWord >= this.limitMs) return false
    return (look.wantedMs ?? 0) - (last.wantedMs ?? 0) >= Math.max(1, AT_WORK * stepMs)
  }
}
