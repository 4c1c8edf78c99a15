/** A question as a simulated model is told of it. */
export interface TinQuestion {
  readonly id: string
  readonly question: string
  readonly answer: string
  readonly distractors: readonly string[]
  readonly difficulty: number
}

/** Sums that a simulated model gets right about two times out of three. */
export function tinQuestions(count: number): TinQuestion[] {
  return Array.from({ length: count }, (_, n) => {
    const a = 11 + ((n * 37) % 83)
    const b = 17 + ((n * 53) % 79)
    const question = `Job ${n}: a crate holds ${a} tins and another ${b}. How many tins are there together?`
    const distractors = [10, -1, 1].map((slip) => String(a + b + slip))
    return { id: `sum-${n}`, question, answer: String(a + b), distractors, difficulty: 0.1 + (0.8 * n) / count }
  })
}
