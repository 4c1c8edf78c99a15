import type { QuestionAt } from '../api/question-paths'

/** Where a sample is, and whether the texts of a gated benchmark were asked for. */
export interface SampleAddress extends QuestionAt {
  readonly id: string
  readonly index: number
  readonly examples: string | undefined
}
