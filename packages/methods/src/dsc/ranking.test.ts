import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { seededRandom } from '../seeded-random.js'
import { parseRanking, rankingBatches, rankingPrompt, rankingScores } from './ranking.js'

const order = z.array(z.number()).nullable()
const golden = z
  .object({
    dscRankParse: z.array(z.object({ text: z.string(), n: z.number(), order })),
    dscRankScores: z.array(
      z.object({
        N: z.number(),
        results: z.array(z.object({ batch: z.array(z.number()), order })),
        expected: z.object({ scores: z.array(z.number()), easyToHard: z.array(z.number()) }),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../golden/methods.json', import.meta.url), 'utf8')))

it.each(golden.dscRankParse)('reads $text', ({ text, n, order: expected }) => {
  expect(parseRanking(text, n)).toEqual(expected)
})

it('reads what comes after the last "Ranking:", and nothing but permutations', () => {
  expect(parseRanking('İ Ranking: Q1, Q2\nRANKING: Q2, Q1', 2)).toEqual([2, 1])
  expect(parseRanking('Q2, Q2', 2)).toBeNull()
  expect(parseRanking('', 0)).toBeNull()
  fc.assert(
    fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5 }), (numbers) => {
      expect(parseRanking(`Ranking: ${numbers.map((number) => `Q${number}`).join(', ')}`, 5)).toEqual(numbers)
    }),
  )
})

it.each(golden.dscRankScores)('scores $N questions', ({ N, results, expected }) => {
  const { scores, easyToHard } = rankingScores(N, results)
  expect(easyToHard).toEqual(expected.easyToHard)
  scores.forEach((score, index) => expect(score).toBeCloseTo(expected.scores[index] ?? NaN, 12))
})

it('refuses ranks of other questions than were asked', () => {
  expect(() => rankingScores(2, [{ batch: [0, 1], order: [1, 1] }])).toThrow(RangeError)
  expect(() => rankingScores(2, [{ batch: [0, 1], order: [1, 3] }])).toThrow(RangeError)
  expect(() => rankingScores(2, [{ batch: [0, 2], order: [1, 2] }])).toThrow(RangeError)
})

it('asks for every question once a round, in full batches', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 2, max: 8 }),
      fc.integer({ min: 1, max: 4 }),
      (questions, rankBatch, rankRounds) => {
        const batches = rankingBatches(questions, { rankBatch, rankRounds }, seededRandom('ranking'))
        const perRound = Math.ceil(questions / rankBatch)
        expect(batches).toHaveLength(rankRounds * perRound)
        for (const batch of batches) {
          expect(batch).toHaveLength(Math.min(rankBatch, questions))
          expect(new Set(batch).size).toBe(batch.length)
        }
        for (let round = 0; round < rankRounds; round += 1) {
          expect(new Set(batches.slice(round * perRound, (round + 1) * perRound).flat()).size).toBe(questions)
        }
      },
    ),
  )
})

it('numbers the questions of a prompt from 1', () => {
  const { system, user } = rankingPrompt(['What is 1 + 1?\n', 'What is ζ(3)?'])
  expect(system).toContain('easy to hard')
  expect(user).toMatch(/^Q1: What is 1 \+ 1\?\nQ2: What is ζ\(3\)\?\n\n/u)
})
