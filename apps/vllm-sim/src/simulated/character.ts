import type { ScenarioQuestion } from '@cges-fleet/formats'
import type { SeededRandom } from '@cges-fleet/methods'
import type { AnswerOdds } from './answer-odds.js'

/** What decides how sure a simulated model sounds. */
export interface Sureness {
  readonly correct: boolean
  /** How often one sample of this question is right. */
  readonly accuracy: number
  readonly question: string
}

/** How a simulated model answers and how sure it sounds; it knows nothing of how its answers are used. */
export interface Character {
  odds(question: ScenarioQuestion, temperature: number): AnswerOdds
  /** The share of answers that have no box to read an answer from. */
  readonly unboxedShare: number
  /** Draws how many tokens an answer shall have, about; null leaves it to the steps it happens to take. */
  tokens(correct: boolean, random: SeededRandom): number | null
  /** Draws the log-probabilities of an answer's tokens. */
  logprobs(tokens: number, sureness: Sureness, random: SeededRandom): number[]
}
