import type { ScenarioQuestion } from '@cges-fleet/formats'
import { type SeededRandom, seededRandom } from '@cges-fleet/methods'

/** What determines how sure a simulated model sounds. */
interface Sureness {
  readonly correct: boolean
  /** The probability that one sample of this question is right. */
  readonly accuracy: number
  readonly question: string
}

/** How a simulated model answers and how sure it sounds, independent of how its answers are used. */
export interface Character {
  odds(question: ScenarioQuestion, temperature: number): AnswerOdds
  /** The share of answers without a box. */
  readonly unboxedShare: number
  /** Draws an approximate length in tokens; null leaves it to the steps. */
  tokens(correct: boolean, random: SeededRandom): number | null
  /** Draws the log-probabilities of an answer's tokens. */
  logprobs(tokens: number, sureness: Sureness, random: SeededRandom): number[]
}

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
interface Knowledge {
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

/**
 * Draws log-probabilities for an answer's tokens: right answers are somewhat surer than wrong ones, questions the
 * model knows somewhat surer than others, and each sample differs, so that confidence informs without deciding.
 * Most tokens are near certain and a few are forks, as in a real model's output.
 */
function tokenLogprobs(tokens: number, sureness: Sureness, random: SeededRandom): number[] {
  const doubt = 1 - meanProbability(sureness, random)
  return Array.from({ length: tokens }, () => {
    const isFork = random.next() < 0.3
    const share = isFork ? 0.1 - 3 * Math.log(1 - random.next()) : 0.1 * (0.5 + random.next())
    const probability = Math.min(0.999_999, Math.max(1e-4, 1 - doubt * share))
    return Number(Math.log(probability).toFixed(7))
  })
}

/** The mean over tokens aimed at, in (0, 1): normal on the logit scale. */
function meanProbability({ correct, accuracy }: Sureness, random: SeededRandom): number {
  const logit = 1.75 + (correct ? 0.3 : 0) + 0.7 * (accuracy - 0.75) + 0.36 * standardNormal(random)
  return 1 / (1 + Math.exp(-logit))
}

/** One normal deviate (Box and Muller, 1958). */
function standardNormal(random: SeededRandom): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()))
  return radius * Math.cos(2 * Math.PI * random.next())
}

/** The model of the demonstration; its parameters are fixed, so that the demonstration's digest is. */
export const DEMONSTRATION: Character = {
  odds: answerOdds,
  unboxedShare: 0.01,
  tokens: () => null,
  logprobs: tokenLogprobs,
}
