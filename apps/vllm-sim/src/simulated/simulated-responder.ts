import { randomInt } from 'node:crypto'
import { seededRandom, type ScenarioQuestion, type SeededRandom } from '@cges-fleet/core'
import { indexQuestions } from '../answers/index-questions.js'
import type { Answer, Ask, Responder } from '../answers/responder.js'
import { END_OF_TURN, tokenize } from '../answers/tokenize.js'
import { answerOdds, type AnswerOdds } from './answer-odds.js'
import { rankingText } from './ranking-text.js'
import { reasoningText } from './reasoning-text.js'
import { tokenLogprobs } from './token-logprobs.js'

/** How many answers in a hundred have no box to read an answer from. */
const UNBOXED_PERCENT = 1

/**
 * Answers as a model might that gets some questions wrong. Everything is drawn from one stream of chance derived from
 * the model's name, the prompt, the seed and the sampling parameters: one request has one answer, in every process.
 */
export function simulatedResponder(model: string, scenario: readonly ScenarioQuestion[]): Responder {
  const find = indexQuestions(scenario)
  return (ask) => {
    const random = seededRandom(JSON.stringify([model, ask.prompt, seedOf(ask), ask.sampling]))
    const ranking = rankingText(ask.prompt, find, random)
    if (ranking !== null) return said(ask, { text: ranking, correct: true, accuracy: 0.9 }, random)
    return answer(ask, find(ask.prompt) ?? unknownQuestion(ask.prompt), random)
  }
}

/** Without randomness there is one answer: at temperature 0 the seed plays no part. */
function seedOf({ seed, temperature }: Ask): number {
  if (temperature === 0) return 0
  return seed ?? randomInt(2 ** 47)
}

function answer(ask: Ask, question: ScenarioQuestion, random: SeededRandom): Answer {
  const odds = answerOdds(question, ask.temperature)
  const chosen = ask.temperature === 0 ? likeliest(odds) : choose(odds, random.next())
  const unboxed = random.next() * 100 < UNBOXED_PERCENT
  const text = reasoningText(question.question, unboxed ? null : chosen, random)
  return said(ask, { text, correct: chosen === odds.right && !unboxed, accuracy: odds.accuracy }, random)
}

interface Said {
  readonly text: string
  readonly correct: boolean
  readonly accuracy: number
}

function said(ask: Ask, { text, ...sureness }: Said, random: SeededRandom): Answer {
  const whole = [...tokenize(text), END_OF_TURN]
  const tokens = whole.slice(0, ask.maxTokens)
  return {
    kind: 'answer',
    tokens,
    logprobs: tokenLogprobs(whole.length, sureness, random).slice(0, tokens.length),
    hasTokenIds: true,
    finish: tokens.length < whole.length ? 'length' : 'stop',
  }
}

function choose({ right, options }: AnswerOdds, chance: number): string {
  let left = chance
  for (const { text, share } of options) {
    left -= share
    if (left < 0) return text
  }
  return right
}

function likeliest({ right, options }: AnswerOdds): string {
  return options.toSorted((one, other) => other.share - one.share)[0]?.text ?? right
}

/** A question nobody wrote a scenario for is still answered, by a number that depends on its text alone. */
function unknownQuestion(prompt: string): ScenarioQuestion {
  const random = seededRandom(`answer to ${prompt}`)
  const number = random.int(20, 999)
  const distractors = [number + 1, number - 1, number + 10, number * 2, number - 10].map(String)
  return { id: 'unknown', question: prompt, answer: String(number), distractors, difficulty: random.int(10, 90) / 100 }
}
