/** One response with a valid answer: its confidence in [0, 1], and whether the answer is right. */
export type Graded = { readonly confidence: number; readonly correct: boolean }
