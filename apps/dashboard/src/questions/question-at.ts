/** A question's place in an evaluation. */
export interface QuestionAt {
  readonly position: number
  readonly replicate: number
}
