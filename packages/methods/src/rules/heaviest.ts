/** Sums that agree to this share are equal: the answer seen first has it. */
const TIE = 1e-12

/** The answer with the largest weight, or the one seen first of equal ones, and the second largest weight, or 0; null if none is weighed. */
export function heaviest(
  weights: ReadonlyMap<string, number>,
): { answer: string; weight: number; runnerUp: number } | null {
  let answer: string | null = null
  let most = 0
  let runnerUp = 0
  for (const [each, weight] of weights) {
    if (answer === null || weight > most * (1 + TIE)) {
      runnerUp = most
      answer = each
      most = weight
    } else {
      runnerUp = Math.max(runnerUp, weight)
    }
  }
  return answer === null ? null : { answer, weight: most, runnerUp }
}
