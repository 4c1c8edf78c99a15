import { findAnswer } from '@cges-fleet/answers'
import { demoScenario } from '@cges-fleet/formats'
import { tokenConfidences } from '@cges-fleet/methods'
import { expect, test } from 'vitest'
import type { Answer, Ask } from '../answers/responder.js'
import { answerOdds } from './character.js'
import { simulatedResponder } from './simulated-responder.js'

const scenario = demoScenario()
const respond = simulatedResponder('m', scenario)

function draw(question: string, seed: number, changes: Partial<Ask> = {}): Answer {
  const ask = { prompt: `Solve: ${question}`, seed, temperature: 0.7, sampling: '0.7', maxTokens: 4096, ...changes }
  const answer = respond(ask)
  if (answer.kind === 'refused') throw new Error(answer.message)
  return answer
}

function textOf(answer: Answer): string {
  return answer.tokens.map(({ text }) => text).join('')
}

function confidenceOf({ logprobs }: Answer): number {
  return tokenConfidences(Float32Array.from(logprobs ?? []))?.['lns-arith'] ?? Number.NaN
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Every question drawn four times: the answer, whether it was right, how sure it sounded. */
const drawn = scenario.flatMap(({ question, answer }) =>
  [0, 1, 2, 3].map((seed) => {
    const one = draw(question, seed)
    const said = findAnswer('text', textOf(one))?.answer
    return { said, isRight: said === answer, confidence: confidenceOf(one), tokens: one.tokens.length }
  }),
)

test('over 2,000 draws a question is right as often as its odds say', () => {
  for (const at of [0, 1, 40, 100]) {
    const question = scenario[at] ?? scenario[0]
    if (question === undefined) throw new Error('the scenario is empty')
    const { accuracy } = answerOdds(question, 0.7)
    const right = Array.from(
      { length: 2000 },
      (_, seed) => findAnswer('text', textOf(draw(question.question, seed)))?.answer,
    )
    const share = right.filter((said) => said === question.answer).length / 2000
    // One answer in a hundred is unboxed; four standard errors around what is left.
    const expected = accuracy * 0.99
    expect(Math.abs(share - expected)).toBeLessThan(4 * Math.sqrt((expected * (1 - expected)) / 2000) + 1e-3)
  }
})

test('the demonstration questions run from easy to hard, and some wrong answers are the commonest', () => {
  const odds = scenario.map((question) => answerOdds(question, 0.7))
  const accuracies = odds.map(({ accuracy }) => accuracy)
  const mean = accuracies.reduce((sum, accuracy) => sum + accuracy, 0) / accuracies.length
  expect(mean).toBeGreaterThan(0.7)
  expect(mean).toBeLessThan(0.8)
  expect(Math.min(...accuracies)).toBeLessThan(0.4)
  expect(Math.max(...accuracies)).toBeGreaterThan(0.95)
  const misled = odds.filter(({ accuracy, options }) => options.slice(1).some(({ share }) => share > accuracy))
  expect(misled.length).toBeGreaterThan(5)
  expect(misled.length).toBeLessThan(60)
  for (const { options } of odds) expect(options.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12)
})

test('confidence informs without deciding', () => {
  const answered = drawn.filter(({ said }) => said !== null)
  const right = answered.filter(({ isRight }) => isRight).map(({ confidence }) => confidence)
  const wrong = answered.filter(({ isRight }) => !isRight).map(({ confidence }) => confidence)
  const wins = right.map((one) => wrong.filter((other) => one > other).length).reduce((sum, count) => sum + count, 0)
  const auc = wins / (right.length * wrong.length)
  expect(auc).toBeGreaterThan(0.72)
  expect(auc).toBeLessThan(0.85)
  expect(median(right)).toBeGreaterThan(0.85)
  expect(median(right)).toBeLessThan(0.95)
  expect(median(wrong)).toBeGreaterThan(0.8)
})

test('few answers have no box, few are long', () => {
  const unboxed = drawn.filter(({ said }) => said === null).length / drawn.length
  expect(unboxed).toBeLessThan(0.03)
  expect(median(drawn.map(({ tokens }) => tokens))).toBeLessThan(200)
  const boxed = drawn.filter(({ said }) => said !== null)
  expect(boxed.every(({ tokens }) => tokens > 30)).toBe(true)
})

test('colder is more often right on what is mostly known; at zero the seed plays no part', () => {
  const easy = scenario.find(({ difficulty }) => difficulty < 0.4) ?? scenario[0]
  if (easy === undefined) throw new Error('the scenario is empty')
  const [cold, usual, hot] = [0.2, 0.7, 1.4].map((temperature) => answerOdds(easy, temperature).accuracy)
  expect(cold).toBeGreaterThan(usual ?? 1)
  expect(usual).toBeGreaterThan(hot ?? 1)
  const frozen = (seed: number): Answer => draw(easy.question, seed, { temperature: 0, sampling: '0' })
  expect(frozen(1)).toEqual(frozen(2))
})

test('a question it was not given is refused where that is wanted, and one it was is not', () => {
  const careful = simulatedResponder('m', scenario, { refusesUnknown: true })
  const ask = { seed: 1, temperature: 0.7, sampling: '', maxTokens: 4096 }
  expect(careful({ ...ask, prompt: 'How many beans?' })).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('--scenario FILE'),
  })
  const known = { ...ask, prompt: scenario[0]?.question ?? '' }
  expect(careful(known)).toEqual(respond(known))
})
