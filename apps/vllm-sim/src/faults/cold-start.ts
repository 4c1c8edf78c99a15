import type { Fault } from './fault.js'

/** How long a cold engine still takes until its first token: it begins to warm up with the first answer that meets the fault. */
export class ColdStart {
  #warmAt: number | null = null

  /** Milliseconds; 0 where the engine is warm, or the answer has no such fault. */
  leftMs(fault: Fault | null): number {
    if (fault?.kind !== 'cold') return 0
    this.#warmAt ??= performance.now() + fault.warmsUpMs
    return Math.max(0, this.#warmAt - performance.now())
  }
}
