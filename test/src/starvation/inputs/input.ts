import type { Work } from '../judge/measure-growth.js'

/** Work on something a tenant sends, in one of the ways to write it. */
export interface Case {
  /** What it is, as the table calls it. */
  readonly input: string
  readonly shape: string
  /** The most it may be, in characters or in what `work` counts. */
  readonly limit: number
  readonly work: Work
  /** The power of its size that its time may grow as, where that is not the gate's own. */
  readonly exponent?: number
}
