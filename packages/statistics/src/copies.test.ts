import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { areCopies, type RepeatedQuestion } from './copies.js'

const USUAL = { temperature: 0.7 }

function times(count: number, question: RepeatedQuestion): RepeatedQuestion[] {
  return Array.from({ length: count }, () => question)
}

const COPIED: RepeatedQuestion = { texts: 8, distinct: 1, characters: 128, logProbability: -2.7 }
const DIFFERING: RepeatedQuestion = { ...COPIED, distinct: 7 }

it('tells copies of improbable texts, with log-probabilities and without', () => {
  expect(areCopies(times(10, COPIED), USUAL)).toBe(true)
  expect(areCopies(times(10, { ...COPIED, logProbability: null }), USUAL)).toBe(true)
  expect(areCopies([{ texts: 2, distinct: 1, characters: 1200, logProbability: -80 }], USUAL)).toBe(true)
})

it('does not take few questions, or few texts, for more than they are', () => {
  expect(areCopies(times(1, COPIED), USUAL)).toBe(false)
  expect(areCopies(times(3, { ...COPIED, texts: 2 }), USUAL)).toBe(false)
  expect(areCopies([], USUAL)).toBe(false)
})

it.each([
  [
    'one word, eight tokens at most, at temperature 0.2',
    { texts: 16, distinct: 1, characters: 9, logProbability: -1.2 },
    0.2,
  ],
  ['the same without log-probabilities', { texts: 16, distinct: 1, characters: 32, logProbability: null }, 0.2],
  ['a sentence that the model is sure of', { texts: 16, distinct: 1, characters: 120, logProbability: -0.4 }, 0.7],
  ['a longer one at temperature 0.2', { texts: 8, distinct: 1, characters: 160, logProbability: -3 }, 0.2],
] as const)('lets texts be equal that are so naturally: %s', (_, question, temperature) => {
  expect(areCopies(times(1000, question), { temperature })).toBe(false)
})

it('lets a server that copies for one question in nine be, and tells one that copies for nine in ten', () => {
  expect(areCopies([...times(8, COPIED), ...times(1, DIFFERING)], USUAL)).toBe(false)
  expect(areCopies([...times(9, COPIED), ...times(1, DIFFERING)], USUAL)).toBe(true)
})

it('needs less where a preflight found that the seed is ignored', () => {
  const few = times(1, COPIED)
  expect(areCopies(few, USUAL)).toBe(false)
  expect(areCopies(few, { ...USUAL, suspected: true })).toBe(true)
})

const DATA = fileURLToPath(new URL('../../../../shared/data', import.meta.url))
const RECORDINGS = ['gemma-270m/words.jsonl.gz', 'tiny-model/recording.jsonl.gz'].map((file) => `${DATA}/${file}`)

it.skipIf(RECORDINGS.some((file) => !existsSync(file)))(
  'tells copies of every real answer, and takes no real samples for copies (skipped without the recordings)',
  () => {
    for (const file of RECORDINGS) {
      const questions = recordedQuestions(file)
      expect(areCopies(questions, USUAL)).toBe(false)
      expect(
        areCopies(
          questions.map((question) => ({ ...question, distinct: 1 })),
          USUAL,
        ),
      ).toBe(true)
    }
  },
)

function recordedQuestions(file: string): RepeatedQuestion[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  return lines.map((line) => {
    const { samples } = JSON.parse(line) as { samples: { text: string; logprobs: number[] }[] }
    const text = samples[0]?.text ?? ''
    const logprobs = samples[0]?.logprobs ?? []
    return {
      texts: samples.length,
      distinct: new Set(samples.map(({ text }) => text)).size,
      characters: text.length,
      logProbability: logprobs.reduce((sum, each) => sum + each, 0),
    }
  })
}
