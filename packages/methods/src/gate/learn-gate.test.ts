import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseMethodSpec } from '../parse-method-spec.js'
import { seededRandom } from '../seeded-random.js'
import { learnGate } from './learn-gate.js'
import { fitTwoNormals } from './two-normals.js'

const Part = z.tuple([z.number(), z.number(), z.number()])
const Case = z.object({
  confidences: z.array(z.number()),
  target: z.number(),
  expect: z.object({
    parts: z.tuple([Part, Part]),
    height: z.number(),
    gate: z.number(),
    mean: z.number(),
    spread: z.number(),
    isApart: z.boolean(),
  }),
})

const cases = readFileSync(new URL('../golden/gate.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => Case.parse(JSON.parse(line)))

const random = seededRandom('gate')
/** As good as normal, by the sum of twelve. */
const normal = (mean: number, spread: number) =>
  mean + spread * (Array.from({ length: 12 }, () => random.next()).reduce((a, b) => a + b) - 6)

describe('learnGate', () => {
  it.each(cases.map((each, at) => [at, each] as const))('agrees with scikit-learn: %i', (_, each) => {
    const { parts, meanLogLikelihood } = fitTwoNormals(each.confidences)
    expect(meanLogLikelihood).toBeCloseTo(each.expect.height, 7)
    for (const [at, { weight, mean, spread }] of parts.entries()) {
      const [theirWeight, theirMean, theirSpread] = each.expect.parts[at] ?? [0, 0, 0]
      expect(Math.abs(weight - theirWeight)).toBeLessThan(1e-3)
      expect(Math.abs(mean - theirMean)).toBeLessThan(1e-4)
      expect(Math.abs(spread - theirSpread)).toBeLessThan(1e-4)
    }
    const learned = learnGate(each.confidences, each.target)
    expect(learned.gate).toBeCloseTo(each.expect.gate, 5)
    expect(learned.isApart).toBe(each.expect.isApart)
    expect(learned.mean).toBeCloseTo(each.expect.mean, 5)
    expect(learned.spread).toBeCloseTo(each.expect.spread, 5)
  })

  it('takes what it says, and of those more than the share that was asked for are right', () => {
    const answers = Array.from({ length: 4000 }, () => {
      const isRight = random.next() < 0.6
      return { isRight, confidence: Math.min(0.9999, isRight ? normal(0.92, 0.03) : normal(0.8, 0.06)) }
    })
    const { gate, taken, isApart } = learnGate(
      answers.map(({ confidence }) => confidence),
      0.95,
    )
    const sure = answers.filter(({ confidence }) => confidence >= gate)
    expect(isApart).toBe(true)
    expect(sure.length / answers.length).toBeCloseTo(taken, 3)
    // Every answer it takes is right with that chance at least, so that more of them are on the whole.
    expect(sure.filter(({ isRight }) => isRight).length / sure.length).toBeGreaterThan(0.95)
    expect(taken).toBeGreaterThan(0.25)
  })

  it('depends on no order, and gives what a method takes', () => {
    const confidences = Array.from({ length: 200 }, () => Math.min(0.999_999, normal(0.999, 0.01)))
    const learned = learnGate(confidences, 0.5)
    expect(learnGate(confidences.toReversed(), 0.5)).toEqual(learned)
    const { gate, mean, spread } = learned
    expect(parseMethodSpec(`reasc:confidence=lns-arith,gate=${gate},mean=${mean},spread=${spread}@16`, 16).ok).toBe(
      true,
    )
  })

  it('says where one group is all there is, and refuses what tells nothing', () => {
    expect(
      learnGate(
        Array.from({ length: 400 }, () => normal(0.8, 0.05)),
        0.5,
      ).isApart,
    ).toBe(false)
    expect(() => learnGate(Array<number>(19).fill(0.5), 0.9)).toThrow(/20 questions at least, not 19/)
    expect(() => learnGate(Array<number>(30).fill(0.5), 0.9)).toThrow(/that differ/)
  })
})
