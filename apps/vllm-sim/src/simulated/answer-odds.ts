import { type ScenarioQuestion } from '@cges-fleet/formats'
import { seededRandom } from '@cges-fleet/methods'

/** A simulated model's answers to one question with their probabilities, which sum to 1. */
export type AnswerOdds = {
  readonly right: string
  /** The probability that one sample is right, at the temperature the odds are for. */
  readonly accuracy: number
  readonly options: readonly { readonly text: string; readonly share: number }[]
}

/** The temperature at which a question's difficulty is defined. */
const USUAL_TEMPERATURE = 0.7

/**
 * Returns the probability of every answer a simulated model has to a question. An easy question is answered right 97
 * times in 100, a hard one a third of the time; wrong answers decay at a rate of the question's own, so that on some
 * hard questions one wrong answer is more common than the right one. A lower temperature sharpens, a higher one
 * flattens.
 */
export function answerOdds(question: ScenarioQuestion, temperature: number): AnswerOdds {
  const right = 0.34 + 0.63 / (1 + Math.exp(10 * (question.difficulty - 0.54)))
  return oddsAround(question, { right, decay: { from: 0.2, to: 0.7 } }, temperature)
}

/** A model's behaviour on a question at the usual temperature. */
export interface Knowledge {
  /** The probability that one sample is right. */
  readonly right: number
  /** Each wrong answer is this much rarer than the one before it; each question has its own factor in this range. */
  readonly decay: { readonly from: number; readonly to: number }
}

/** Returns the probability of every answer, given that of the right one at the usual temperature. */
export function oddsAround(
  question: ScenarioQuestion,
  { right, decay: range }: Knowledge,
  temperature: number,
): AnswerOdds {
  const decay = range.from + (range.to - range.from) * seededRandom(`decay of ${question.question}`).next()
  const falling = question.distractors.map((_, place) => decay ** place)
  const all = falling.reduce((sum, weight) => sum + weight, 0)
  const shares = [right, ...falling.map((weight) => ((1 - right) * weight) / all)]
  const texts = [question.answer, ...question.distractors]
  const exponent = USUAL_TEMPERATURE / Math.max(temperature, 0.05)
  const sharpened = shares.map((share) => share ** exponent)
  const total = sharpened.reduce((sum, share) => sum + share, 0)
  return {
    right: question.answer,
    accuracy: (sharpened[0] ?? 0) / total,
    options: texts.map((text, place) => ({ text, share: (sharpened[place] ?? 0) / total })),
  }
}
