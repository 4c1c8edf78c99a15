import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { decide } from '../decide.js'
import type { MethodSpec } from '../method-spec.js'
import type { Vote } from '../votes.js'
import { GAMMA_GRID, gammaSweep } from './gamma-sweep.js'

const golden = z
  .object({
    gammaGrid: z.array(z.number()),
    gammaSweeps: z.array(
      z.object({
        answers: z.array(z.string().nullable()),
        confidences: z.array(z.number()),
        budget: z.number(),
        grid: z.array(z.number()),
        expected: z.object({ calls: z.array(z.number()), answers: z.array(z.string().nullable()) }),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../golden/methods.json', import.meta.url), 'utf8')))

type CgesSpec = Extract<MethodSpec, { method: 'cges' }>
const plain: CgesSpec = {
  method: 'cges',
  confidence: 'lns-arith',
  gamma: 0.5,
  minSamples: 1,
  support: 'dynamic',
  otherStops: false,
  budget: 16,
}

it('has the grid of the specification', () => {
  expect(GAMMA_GRID).toEqual(golden.gammaGrid)
})

it.each(golden.gammaSweeps)('agrees with the golden vector %#', ({ answers, confidences, budget, grid, expected }) => {
  const votes = answers.map((answer, index) => ({ answer, confidences: { 'lns-arith': confidences[index] ?? NaN } }))
  const stops = gammaSweep({ ...plain, budget }, votes, grid)
  expect(stops.map(({ calls }) => calls)).toEqual(expected.calls)
  expect(stops.map(({ answer }) => answer)).toEqual(expected.answers)
})

const vote: fc.Arbitrary<Vote> = fc.record({
  answer: fc.constantFrom('A', 'A', 'A', 'B', 'C', null),
  confidences: fc.record({ 'lns-arith': fc.double({ min: 0, max: 1, noNaN: true }) }),
})

it('stops at each gamma just where CGES does, whatever the order of the grid', () => {
  const spec = fc.record({
    minSamples: fc.integer({ min: 1, max: 4 }),
    support: fc.oneof(fc.constant('dynamic' as const), fc.record({ fixed: fc.integer({ min: 3, max: 9 }) })),
    otherStops: fc.boolean(),
    budget: fc.integer({ min: 1, max: 20 }),
  })
  const gammas = fc.array(fc.double({ min: 0.05, max: 0.99999, noNaN: true }), { maxLength: 6 })
  fc.assert(
    fc.property(spec, gammas, fc.array(vote, { minLength: 20, maxLength: 20 }), (fields, grid, votes) => {
      const stops = gammaSweep({ ...plain, ...fields }, votes, grid)
      const decisions = grid.map((gamma) => ({ gamma, ...decide({ ...plain, ...fields, gamma }, votes) }))
      expect(stops.map((stop) => ({ state: 'stopped', ...stop }))).toEqual(decisions)
    }),
    { numRuns: 300 },
  )
})

it('stops where a score equals gamma', () => {
  const one = [{ answer: 'A', confidences: { 'lns-arith': 0.9 } }]
  expect(gammaSweep(plain, [...one, ...one], [0.9, 0.900001]).map(({ calls }) => calls)).toEqual([1, 2])
})

it('ends with the samples, and covers an empty trial', () => {
  const two = [0.6, 0.6].map((confidence) => ({ answer: 'A', confidences: { 'lns-arith': confidence } }))
  expect(gammaSweep(plain, two, [0.99])).toMatchObject([{ calls: 2, answer: 'A', reason: 'budget' }])
  expect(gammaSweep(plain, [], [0.99])).toEqual([
    { gamma: 0.99, calls: 0, answer: null, score: null, reason: 'budget' },
  ])
  expect(() => gammaSweep(plain, [{ answer: 'A', confidences: {} }])).toThrow('sample 1 has an answer but no lns-arith')
})
