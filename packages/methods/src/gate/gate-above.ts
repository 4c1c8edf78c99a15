/** A first answer, and its probability of being right: 0 or 1 if that is known. */
export interface JudgedAnswer {
  readonly confidence: number
  readonly right: number
}

/**
 * Returns the gate of `reasc`: the larger of the mean confidence of right answers and the lowest confidence at and above
 * which a share `target` of the answers is right; that is, the mean where it suffices, or the lowest confidence beyond it
 * that does. Null if none does.
 */
export function gateAbove(mean: number, answers: readonly JudgedAnswer[], target: number): number | null {
  const above = answers.filter(({ confidence }) => confidence >= mean).toSorted((a, b) => b.confidence - a.confidence)
  let rightOnes = 0
  let gate: number | null = null
  for (const [at, { confidence, right }] of above.entries()) {
    rightOnes += right
    const next = above[at + 1]?.confidence
    // Equal ones are taken together; with the last of them the mean itself is reached.
    if (next !== confidence && rightOnes >= target * (at + 1)) gate = next === undefined ? mean : confidence
  }
  return gate
}
