import { gateAbove } from './gate-above.js'
import { type GateParameters, gateParameters } from './gate-parameters.js'
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
 * Calibrates `reasc` on labels: the gate is the lowest confidence, from the mean of right answers up, at and above
 * which a share `target` of the answers is right; mean and spread are those of the right answers. Its promise holds
 * only for these answers, on which it was chosen. Throws a RangeError with fewer than twenty answers, if the right ones
 * do not differ, or if no gate reaches the target. Source: arXiv 2601.02970, its calibration offline; docs/methods.md
 * has what it leaves open.
 */
export function learnLabelledGate(answers: readonly GradedAnswer[], target: number): LabelledGate {
  refuseTooFew(answers.length)
  const right = answers.filter(({ isRight }) => isRight).map(({ confidence }) => confidence)
  const mean = meanOf(right)
  const spread = Math.sqrt(meanOf(right.map((each) => (each - mean) ** 2)))
  if (!(spread > 0))
    throw new RangeError('a gate is learned from two right answers at least, with confidences that differ')
  const judged = answers.map(({ confidence, isRight }) => ({ confidence, right: isRight ? 1 : 0 }))
  const gate = gateAbove(mean, judged, target)
  if (gate === null)
    throw new RangeError(`no confidence is so high that ${100 * target} % of the answers above it are right`)
  const parameters = gateParameters({ gate, mean, spread })
  return { ...parameters, onLabels: takenBy(parameters.gate, answers) }
}

/** Counts the graded answers that a gate takes: answers it was not learned from show how good it is. */
export function takenBy(gate: number, answers: readonly GradedAnswer[]): Taken {
  const taken = answers.filter(({ confidence }) => confidence >= gate)
  return { answers: answers.length, taken: taken.length, right: taken.filter(({ isRight }) => isRight).length }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
