import type { QuestionAt } from './question-at'

/** Where a sample is, and whether the texts of a gated benchmark were asked for. */
export interface SampleAddress extends QuestionAt {
  readonly id: string
  readonly index: number
  readonly examples: '1' | undefined
}
