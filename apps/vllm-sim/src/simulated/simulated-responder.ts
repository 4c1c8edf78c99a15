import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { indexQuestions, parseScenario, type ScenarioQuestion } from '@cges-fleet/formats'
import { seededRandom, type SeededRandom } from '@cges-fleet/methods'
import type { Answer, Ask, PlayedResponder, Refusal } from '../answers/responder.js'
import { END_OF_THINKING, END_OF_TURN, tokenize } from '../answers/tokenizer.js'
import { type AnswerOdds, type Character, DEMONSTRATION } from './character.js'
import { reasoningText } from './reasoning-text.js'

interface Simulation {
  /** The demonstration's by default. */
  readonly character?: Character
  /** Whether the model thinks before it answers, as reasoning models do. */
  readonly thinks?: boolean
  /** Whether to refuse questions without a scenario; else an answer is made up. */
  readonly refusesUnknown?: boolean
}

const UNKNOWN: Refusal = {
  kind: 'refused',
  message:
    'The simulator was not given this question, and knows no answer to it. Start it with its answers (--scenario FILE), or with --make-up-answers where answers may be made up, as for a load test.',
}

/**
 * Answers as a model that gets some questions wrong might. Everything is drawn from one random stream derived from the
 * model's name, the prompt, the seed and the sampling parameters: one request has one answer, in every process.
 */
export function simulatedResponder(
  model: string,
  scenario: readonly ScenarioQuestion[],
  { character = DEMONSTRATION, thinks = false, refusesUnknown = false }: Simulation = {},
): PlayedResponder {
  const find = indexQuestions(scenario)
  return (ask) => {
    const random = seededRandom(JSON.stringify([model, ask.prompt, seedOf(ask), ask.sampling]))
    const ranking = rankingText(ask.prompt, find, random)
    if (ranking !== null) {
      const known = { text: ranking, correct: true, accuracy: 0.9, question: '' }
      return said({ ask, character, thinks: false }, known, random)
    }
    const known = find(ask.prompt)
    if (known === null && refusesUnknown) return UNKNOWN
    return answer({ ask, character, thinks }, known ?? unknownQuestion(ask.prompt), random)
  }
}

/** Without randomness there is one answer: at temperature 0 the seed plays no part. */
function seedOf({ seed, temperature }: Ask): number {
  if (temperature === 0) return 0
  return seed ?? randomInt(2 ** 47)
}

interface SimulatedAsk {
  readonly ask: Ask
  readonly character: Character
  readonly thinks: boolean
}

function answer(simulated: SimulatedAsk, question: ScenarioQuestion, random: SeededRandom): Answer {
  const { ask, character } = simulated
  const odds = character.odds(question, ask.temperature)
  const chosen = ask.temperature === 0 ? likeliest(odds) : choose(odds, random.next())
  const unboxed = random.next() < character.unboxedShare
  const correct = chosen === odds.right && !unboxed
  const tokens = character.tokens(correct, random)
  const text = reasoningText({ question: question.question, answer: unboxed ? null : chosen, tokens }, random)
  return said(simulated, { text, correct, accuracy: odds.accuracy, question: question.question }, random)
}

interface Said {
  readonly text: string
  readonly correct: boolean
  readonly accuracy: number
  readonly question: string
}

function said({ ask, character, thinks }: SimulatedAsk, { text, ...sureness }: Said, random: SeededRandom): Answer {
  const { thought, rest } = thinks ? splitThought(text) : { thought: null, rest: text }
  const thinking = thought === null ? [] : [...tokenize(thought), END_OF_THINKING]
  const whole = [...thinking, ...tokenize(rest), END_OF_TURN]
  const tokens = whole.slice(0, ask.maxTokens)
  return {
    kind: 'answer',
    tokens,
    logprobs: character.logprobs(whole.length, sureness, random).slice(0, tokens.length),
    hasTokenIds: true,
    finish: tokens.length < whole.length ? 'length' : 'stop',
    thinking: Math.min(thinking.length, tokens.length),
  }
}

/** A thinking model's steps become its thinking, and its conclusion the content. */
function splitThought(text: string): { thought: string; rest: string } {
  const at = text.lastIndexOf('\n\n')
  return { thought: `${text.slice(0, at)}\n`, rest: text.slice(at) }
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

/** A question without a scenario is still answered, by a number that depends on its text alone. */
function unknownQuestion(prompt: string): ScenarioQuestion {
  const random = seededRandom(`answer to ${prompt}`)
  const number = random.int(20, 999)
  const distractors = [number + 1, number - 1, number + 10, number * 2, number - 10].map(String)
  return { id: 'unknown', question: prompt, answer: String(number), distractors, difficulty: random.int(10, 90) / 100 }
}

/** The largest error of a simulated judgement of difficulty, either way; difficulties lie in (0, 1). */
const MISJUDGEMENT = 0.2

/**
 * Answers a request to rank numbered questions (`Q1: …`) by difficulty, as a model that judges them roughly right
 * might; null for any other prompt.
 */
function rankingText(
  prompt: string,
  find: (text: string) => ScenarioQuestion | null,
  random: SeededRandom,
): string | null {
  if (!/questions in order/i.test(prompt)) return null
  const starts = [...prompt.matchAll(/^Q(\d+): /gm)]
  if (starts.length < 2) return null
  const judged = starts.map((start, place) => {
    const text = prompt.slice(start.index + start[0].length, starts[place + 1]?.index)
    const difficulty = find(text)?.difficulty ?? 0.5
    return { number: start[1], felt: difficulty + MISJUDGEMENT * (2 * random.next() - 1) }
  })
  const easiestFirst = judged.toSorted((one, other) => one.felt - other.felt)
  return `Ranking: ${easiestFirst.map(({ number }) => `Q${number}`).join(', ')}`
}

/** Loads scenario questions from a JSON list or from one JSON object a line; the error names the first that is wrong. */
export async function loadScenarioFile(path: string): Promise<ScenarioQuestion[]> {
  const parsed = parseScenario(path, await readFile(path, 'utf8'))
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.value
}
