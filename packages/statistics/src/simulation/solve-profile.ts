import { bisect } from '../numerics.js'
import type { ModelProfile } from './model-profile.js'
import {
  expectedAuc,
  expectedError,
  meanConfidence,
  type ProfiledQuestion,
  samplePopulation,
  type SolvedProfile,
} from './sample-population.js'

const SOLVED_WITHIN = 1e-3

/**
 * Solves for the parameters with which single samples of these questions show the profile's AUC and ECE. Deterministic:
 * the expectation is taken over every question, both outcomes and a fixed set of noise draws; the separation is
 * bisected on the AUC, which rises with it and does not depend on `a`; then `a` on the ECE, from where mean confidence
 * is accuracy in the profile's direction. Throws a RangeError if the profile asks for what no parameters give.
 */
export function solveProfile(profile: ModelProfile, questions: readonly ProfiledQuestion[]): SolvedProfile {
  const { confidence } = profile
  const withSeparation = (separation: number): SolvedProfile =>
    separatedProfile(profile.confidence, questions, separation)
  const aucOf = (separation: number): number => expectedAuc(samplePopulation(withSeparation(separation), questions))
  const separation = bisect((x) => aucOf(x) - confidence.auc, 0, 12)
  const flat = withSeparation(separation)
  const points = samplePopulation(flat, questions)
  const unbiased = bisect((a) => meanConfidence(points, a) - flat.meanAccuracy, -15, 15)
  const side = confidence.direction === 'over' ? 1 : -1
  const eceOf = (away: number): number => expectedError(points, unbiased + side * away)
  const a = unbiased + side * bisect((away) => eceOf(away) - confidence.ece, 0, 15)
  const auc = aucOf(separation)
  const ece = expectedError(points, a)
  if (Math.abs(auc - confidence.auc) > SOLVED_WITHIN || Math.abs(ece - confidence.ece) > SOLVED_WITHIN) {
    const nearest = `the nearest are auc ${auc.toFixed(3)} and ece ${ece.toFixed(3)}`
    throw new RangeError(`no parameters give profile ${profile.name} its auc and ece: ${nearest}`)
  }
  return { ...flat, a }
}

/**
 * Returns the parameters with which right and wrong samples are `separation` apart on the logit scale, before any bias
 * (`a` is 0): a share `within` of it within questions, the rest from knowing some questions better than others.
 */
export function separatedProfile(
  { within, noise, questionNoise }: Pick<ModelProfile['confidence'], 'within' | 'noise' | 'questionNoise'>,
  questions: readonly ProfiledQuestion[],
  separation: number,
): SolvedProfile {
  const meanAccuracy = questions.reduce((sum, { accuracy }) => sum + accuracy, 0) / questions.length
  const variance = questions.reduce((sum, { accuracy }) => sum + (accuracy - meanAccuracy) ** 2, 0) / questions.length
  const between = (meanAccuracy * (1 - meanAccuracy)) / Math.max(variance, 1e-9)
  return {
    a: 0,
    b: within * separation,
    c: (1 - within) * separation * between,
    sigma: noise,
    eta: questionNoise,
    meanAccuracy,
  }
}
