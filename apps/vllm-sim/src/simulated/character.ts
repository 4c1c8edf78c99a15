import type { ScenarioQuestion } from '@cges-fleet/formats'
import type { SeededRandom } from '@cges-fleet/methods'
import type { AnswerOdds } from './answer-odds.js'

/** What determines how sure a simulated model sounds. */
export interface Sureness {
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
