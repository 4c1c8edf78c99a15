import { clampConfidence, logit } from '@cges-fleet/methods'
import type { Graded } from './graded.js'

/** `muHat` is in nats; `standardised` in standard deviations of the log-odds, 0 for a constant signal. */
export type EmpiricalDrift = { readonly muHat: number; readonly standardised: number }

/**
 * Returns the paper's empirical drift: the mean log-odds of the confidence if the answer is right, minus that if it is
 * wrong; with K possible answers every log-odds gains ln(K − 1), which cancels. Standardised by the population standard
 * deviation of all log-odds. Null unless both kinds are there.
 *
 * It is not the sample version of μ_k: it leaves out how often each answer was given, and can be 0 or positive if μ_k
 * is positive or negative; questionDrift is faithful. Source: arXiv 2511.02603, appendix on signal quality.
 */
export function empiricalDrift(responses: readonly Graded[]): EmpiricalDrift | null {
  const logits = responses.map(({ confidence, correct }) => ({ value: logit(clampConfidence(confidence)), correct }))
  const right = logits.filter(({ correct }) => correct).map(({ value }) => value)
  const wrong = logits.filter(({ correct }) => !correct).map(({ value }) => value)
  if (right.length === 0 || wrong.length === 0) return null
  const all = [...right, ...wrong]
  if (all.every((value) => value === all[0])) return { muHat: 0, standardised: 0 }
  const muHat = mean(right) - mean(wrong)
  const centre = mean(all)
  return { muHat, standardised: muHat / Math.sqrt(mean(all.map((value) => (value - centre) ** 2))) }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
