import { clampConfidence, logit } from '@cges-fleet/methods'

/** The drift of the true answer against each competitor, in nats a sample; `other` is the unseen answers. */
export type QuestionDrift = {
  readonly competitors: readonly { readonly answer: string; readonly drift: number }[]
  readonly other: number
  readonly least: number
}

/**
 * Returns one question's drift as the theorem has it: for each competitor b of the true answer a, the mean over samples
 * of ([R = a] − [R = b]) · ln(C (K − 1) / (1 − C)), with K the seen answers and OTHER. CGES converges to a if `least`
 * is positive, and away from it if it is negative. `samples` are the valid ones, confidences clamped. Null if the true
 * answer was not drawn. Source: arXiv 2511.02603, theorem 2 and appendix C.
 */
export function questionDrift(
  samples: readonly { readonly answer: string; readonly confidence: number }[],
  truth: string,
): QuestionDrift | null {
  const seen = [...new Set(samples.map(({ answer }) => answer))]
  if (!seen.includes(truth)) return null
  const sums = new Map(seen.map((answer) => [answer, 0]))
  for (const { answer, confidence } of samples) {
    sums.set(answer, (sums.get(answer) ?? 0) + logit(clampConfidence(confidence)) + Math.log(seen.length))
  }
  const other = (sums.get(truth) ?? 0) / samples.length
  const competitors = seen
    .filter((answer) => answer !== truth)
    .map((answer) => ({ answer, drift: other - (sums.get(answer) ?? 0) / samples.length }))
  return { competitors, other, least: Math.min(other, ...competitors.map(({ drift }) => drift)) }
}
