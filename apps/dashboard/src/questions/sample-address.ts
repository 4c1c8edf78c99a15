import type { QuestionAt } from './question-at'

/** Identifies a sample, and whether a gated benchmark's texts were requested. */
export interface SampleAddress extends QuestionAt {
  readonly id: string
  readonly index: number
  readonly examples: '1' | undefined
}
