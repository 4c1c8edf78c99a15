import { type GateParameters, gateParameters, meanOf } from './gate-parameters.js'
import { refuseTooFew } from './refuse-too-few.js'

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
