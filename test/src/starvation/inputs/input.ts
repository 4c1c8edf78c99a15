import type { Work } from '../judge/measure-growth.js'

/** Work on something a tenant sends, in one of the ways to write it. */
export interface Case {
  /** What it is, as the table calls it. */
  readonly input: string
  readonly shape: string
  /** The most it may be, in characters or in what `work` counts. */
  readonly limit: number
  readonly work: Work
  /** What computes counts its steps and gives up: of that only the time is judged, up to the limit. */
  readonly countsSteps?: true
}
