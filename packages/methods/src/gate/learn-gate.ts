import { type GateParameters, gateParameters } from './gate-parameters.js'
import { refuseTooFew } from './refuse-too-few.js'
import { chanceOfHigh, fitTwoNormals, oneNormalLogLikelihood, type TwoNormals } from './two-normals.js'

/** The parameters that `reasc` reads off the confidences of first answers. */
export interface Gate extends GateParameters {
  /** The share of first answers that the gate takes at once. */
  readonly taken: number
  readonly parts: TwoNormals['parts']
  /** Whether two normals describe the confidences better than one does (by the Bayesian information criterion). */
  readonly isApart: boolean
}

/** So many, spread evenly over all, tell it as well as more. */
const MOST = 10_000
/** Parameters that two normals have more than one. */
const MORE_PARAMETERS = 3

/**
 * Calibrates `reasc` without labels: two normals are fitted to the confidences of first answers, and the more confident
 * one is taken as that of right answers. The gate is its mean, or the lowest confidence that belongs to it with a chance
 * of at least `target`, whichever is larger; the most confident answer alone if none does. Rounded to six digits. Throws
 * a RangeError with fewer than twenty confidences, or if all are equal. Source: arXiv 2601.02970, its calibration online,
 * as the authors' public code computes it.
 */
export function learnGate(confidences: readonly number[], target: number): Gate {
  refuseTooFew(confidences.length)
  const sorted = confidences.toSorted((a, b) => a - b)
  const every = Math.max(1, sorted.length / MOST)
  const kept = sorted.filter((_, at) => Math.floor(at / every) !== Math.floor((at - 1) / every))
  const { parts, meanLogLikelihood } = fitTwoNormals(kept)
  const lowest = sorted.find((confidence) => chanceOfHigh({ parts }, confidence) >= target) ?? sorted.at(-1) ?? 1
  const gate = Math.max(parts[1].mean, lowest)
  const gain = 2 * kept.length * (meanLogLikelihood - oneNormalLogLikelihood(kept))
  return {
    ...gateParameters(gate, sorted),
    taken: sorted.filter((each) => each >= gate).length / sorted.length,
    parts,
    isApart: gain > MORE_PARAMETERS * Math.log(kept.length),
  }
}
