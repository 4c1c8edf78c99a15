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

/** The first answer to a question whose reference answer is known. */
export interface GradedAnswer {
  readonly confidence: number
  readonly isRight: boolean
}

/** The parameters that `reasc` reads off graded first answers, and how many of these the gate takes. */
export interface LabelledGate extends GateParameters {
  readonly onLabels: Taken
}

/** Of some first answers, how many a gate takes at once, and how many of those are right. */
export interface Taken {
  readonly answers: number
  readonly taken: number
  readonly right: number
}

/**
 * Calibrates `reasc` on labels: the gate is the mean confidence of right answers, or the lowest confidence at and above
 * which a share `target` of the answers is right, whichever is larger; where no confidence reaches the target, the one
 * that comes nearest, the lowest of equal ones. Its promise holds only for these answers, on which it was chosen. Throws
 * a RangeError with fewer than twenty answers, if none is right, or if all confidences are equal. Source: arXiv
 * 2601.02970, its calibration offline, as the authors' public code computes it.
 */
export function learnLabelledGate(answers: readonly GradedAnswer[], target: number): LabelledGate {
  refuseTooFew(answers.length)
  const right = answers
    .filter(({ isRight }) => isRight)
    .map(({ confidence }) => confidence)
    .toSorted((a, b) => a - b)
  if (right.length === 0) throw new RangeError('a gate is learned from one right answer at least: none is right')
  const confidences = answers.map(({ confidence }) => confidence)
  if (new Set(confidences).size === 1) throw new RangeError('a gate is learned from confidences that differ')
  const parameters = gateParameters(Math.max(meanOf(right), lowestThat(answers, target)), confidences)
  return { ...parameters, onLabels: takenBy(parameters.gate, answers) }
}

/** The lowest confidence at and above which the target share is right, or the share is largest if none reaches it. */
function lowestThat(answers: readonly GradedAnswer[], target: number): number {
  const sorted = answers.toSorted((a, b) => b.confidence - a.confidence)
  let [right, best] = [0, { confidence: 1, share: -1 }]
  for (const [at, { confidence, isRight }] of sorted.entries()) {
    right += isRight ? 1 : 0
    if (sorted[at + 1]?.confidence === confidence) continue
    const share = right / (at + 1)
    // From the top down: a lower one that reaches the target, or does no worse, takes the place.
    if (share >= target ? true : best.share < target && share >= best.share) best = { confidence, share }
  }
  return best.confidence
}

/** Counts the graded answers that a gate takes: answers it was not learned from show how good it is. */
export function takenBy(gate: number, answers: readonly GradedAnswer[]): Taken {
  const taken = answers.filter(({ confidence }) => confidence >= gate)
  return { answers: answers.length, taken: taken.length, right: taken.filter(({ isRight }) => isRight).length }
}

/** Parameters of `reasc` are written with so many steps from 0 to 1. */
const STEPS = 1e6

/** The parameters of `reasc`; all strictly between 0 and 1. */
export interface GateParameters {
  readonly gate: number
  /** The mean and the standard deviation of all first answers' confidences. */
  readonly mean: number
  readonly spread: number
}

/**
 * Puts a gate as a method is written, beside the mean and the spread of the first answers it was learned from: with six
 * digits, the gate rounded down so that it still takes what it took.
 */
export function gateParameters(gate: number, confidences: readonly number[]): GateParameters {
  const sorted = confidences.toSorted((a, b) => a - b)
  const mean = meanOf(sorted)
  const spread = Math.sqrt(meanOf(sorted.map((each) => (each - mean) ** 2)))
  return {
    gate: within(Math.floor(gate * STEPS) / STEPS),
    mean: within(Math.round(mean * STEPS) / STEPS),
    spread: within(Math.round(spread * STEPS) / STEPS),
  }
}

function within(value: number): number {
  return Math.min(1 - 1 / STEPS, Math.max(1 / STEPS, value))
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** With fewer the shape of the distribution cannot be estimated. */
const FEWEST = 20

/** Throws a RangeError if there are too few first answers to learn a gate from. */
function refuseTooFew(answers: number): void {
  if (answers >= FEWEST) return
  throw new RangeError(`a gate is learned from the first answers of ${FEWEST} questions at least, not ${answers}`)
}
