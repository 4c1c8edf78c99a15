import { seededRandom } from '@cges-fleet/methods'

export interface ChoicesToShuffle {
  readonly seed: number
  readonly questionId: string
  readonly answer: string
  readonly distractors: readonly string[]
}

/**
 * Shuffles the right choice among the wrong ones, in an order determined by the seed and the question's id alone, so
 * that every machine asks the same; `letter` is the right one's. At most 26 choices.
 */
export function shuffleChoices({ seed, questionId, answer, distractors }: ChoicesToShuffle): {
  choices: string[]
  letter: string
} {
  const order = seededRandom(`choices ${seed} ${questionId}`).shuffle([answer, ...distractors].map((_, index) => index))
  const choices = order.map((index) => (index === 0 ? answer : (distractors[index - 1] ?? '')))
  return { choices, letter: String.fromCharCode('A'.charCodeAt(0) + order.indexOf(0)) }
}
