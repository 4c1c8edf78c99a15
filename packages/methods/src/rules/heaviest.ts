/** Sums that agree to this share are equal: the answer seen first has it. */
const TIE = 1e-12

/** The answer with the largest weight, or the one seen first of equal ones, and the second largest weight, or 0; null if none is weighed. */
export function heaviest(
  weights: ReadonlyMap<string, number>,
): { answer: string; weight: number; runnerUp: number } | null {
  let best: { answer: string; weight: number } | null = null
  let runnerUp = 0
  for (const [answer, weight] of weights) {
    if (best === null || weight > best.weight * (1 + TIE)) {
      runnerUp = best?.weight ?? 0
      best = { answer, weight }
    } else {
      runnerUp = Math.max(runnerUp, weight)
    }
  }
  return best === null ? null : { ...best, runnerUp }
}
