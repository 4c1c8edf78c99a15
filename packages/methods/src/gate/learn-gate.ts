import { gateAbove } from './gate-above.js'
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
 * one is taken as that of right answers. The gate is its mean, or the lowest confidence beyond that at and above which,
 * by that fit, a share `target` of the answers is right. Rounded to six digits. Throws a RangeError with fewer than
 * twenty confidences, if all are equal, or if no gate reaches the target. Source: arXiv 2601.02970, its calibration
 * online; docs/methods.md has what it leaves open.
 */
export function learnGate(confidences: readonly number[], target: number): Gate {
  refuseTooFew(confidences.length)
  const sorted = confidences.toSorted((a, b) => a - b)
  const every = Math.max(1, sorted.length / MOST)
  const kept = sorted.filter((_, at) => Math.floor(at / every) !== Math.floor((at - 1) / every))
  const { parts, meanLogLikelihood } = fitTwoNormals(kept)
  const judged = kept.map((confidence) => ({ confidence, right: chanceOfHigh({ parts }, confidence) }))
  const gate = gateAbove(parts[1].mean, judged, target)
  if (gate === null)
    throw new RangeError(`no confidence is so high that ${100 * target} % of the answers above it would be right`)
  const gain = 2 * kept.length * (meanLogLikelihood - oneNormalLogLikelihood(kept))
  return {
    ...gateParameters({ gate, mean: parts[1].mean, spread: parts[1].spread }),
    taken: sorted.filter((each) => each >= gate).length / sorted.length,
    parts,
    isApart: gain > MORE_PARAMETERS * Math.log(kept.length),
  }
}
