import type { Vote } from '@cges-fleet/methods'

/** One run over a benchmark: every question's samples in order, and what is right, which no method is shown. */
export interface Replicate {
  readonly pools: readonly (readonly Vote[])[]
  readonly isRight: (question: number, answer: string | null) => boolean
  /** The questions from easy to hard, for DSC; null if nothing tells. */
  readonly order: readonly number[] | null
}
