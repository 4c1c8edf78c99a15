/** Returns the scores of a text's reasoning steps in [0, 1], one for each tag that ends a step, in order. */
export type StepScorer = (input: string, steps: readonly string[]) => readonly number[]
