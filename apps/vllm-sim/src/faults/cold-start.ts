import type { Fault } from './fault.js'

/**
 * The remaining warm-up of a cold engine before its first token: it starts with the first answer that meets the fault.
 */
export class ColdStart {
  #warmAt: number | null = null

  /** Milliseconds; 0 if the engine is warm, or the answer has no such fault. */
  leftMs(fault: Fault | null): number {
    if (fault?.kind !== 'cold') return 0
    this.#warmAt ??= performance.now() + fault.warmsUpMs
    return Math.max(0, this.#warmAt - performance.now())
  }
}
