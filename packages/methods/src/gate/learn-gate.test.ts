import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseMethodSpec } from '../parse-method-spec.js'
import { seededRandom } from '../seeded-random.js'
import { type GradedAnswer, learnGate, learnLabelledGate, takenBy } from './learn-gate.js'
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

const LabelledCase = z.object({
  confidences: z.array(z.number()),
  labels: z.array(z.boolean()),
  target: z.number(),
  expect: z.object({ gate: z.number(), mean: z.number(), spread: z.number(), taken: z.number(), right: z.number() }),
})

const labelledCases = readFileSync(new URL('../golden/labelled-gate.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => LabelledCase.parse(JSON.parse(line)))

const answersOf = ({ confidences, labels }: z.infer<typeof LabelledCase>): GradedAnswer[] =>
  confidences.map((confidence, at) => ({ confidence, isRight: labels[at] ?? false }))

const answers = (isRight: boolean, ...confidences: number[]) =>
  confidences.map((confidence) => ({ confidence, isRight }))

describe('learnLabelledGate', () => {
  it.each(labelledCases.map((each, at) => [at, each] as const))('agrees with scikit-learn: %i', (_, each) => {
    const graded = answersOf(each)
    const { gate, mean, spread, taken, right } = each.expect
    const learned = learnLabelledGate(graded, each.target)
    expect(learned.gate).toBeLessThanOrEqual(gate)
    expect(
      [learned.gate, learned.mean, learned.spread].map((value, at) => value - ([gate, mean, spread][at] ?? 0)),
    ).toEqual([expect.closeTo(0, 5), expect.closeTo(0, 5), expect.closeTo(0, 5)])
    expect(learned.onLabels).toEqual({ answers: graded.length, taken, right })
  })

  it('depends on no order, and takes no answer that is less sure than right ones are on the mean', () => {
    const random = seededRandom('labelled gate')
    const graded = Array.from({ length: 128 }, () => ({
      confidence: random.int(1, 99) / 100,
      isRight: random.next() < 0.99,
    }))
    const learned = learnLabelledGate(graded, 0.5)
    expect(learnLabelledGate(graded.toReversed(), 0.5)).toEqual(learned)
    const right = graded.filter(({ isRight }) => isRight)
    const mean = right.reduce((sum, { confidence }) => sum + confidence, 0) / right.length
    expect(learned.gate).toBeCloseTo(mean, 5)
    expect(learned.onLabels.taken).toBeLessThan(80)
    expect(takenBy(0, graded).taken).toBe(128)
  })

  it('takes the nearest where none reaches the target, and refuses what tells nothing', () => {
    const wrong = answers(false, ...Array.from({ length: 20 }, (_, at) => at / 20))
    expect(() => learnLabelledGate(wrong.slice(1), 0.9)).toThrow(/20 questions at least, not 19/)
    expect(() => learnLabelledGate(wrong, 0.9)).toThrow(/none is right/)
    expect(() => learnLabelledGate(answers(true, ...Array<number>(20).fill(0.5)), 0.9)).toThrow(/that differ/)
    // One right answer in three at .9 is the largest share of all.
    const equal = [...answers(true, 0.9, 0.8), ...answers(false, 0.9, 0.9, ...Array<number>(20).fill(0.5))]
    expect(learnLabelledGate(equal, 0.9)).toMatchObject({ gate: 0.85, onLabels: { taken: 3, right: 1 } })
    expect(learnLabelledGate([...wrong, ...answers(true, 0.98, 0.99)], 0.9).onLabels).toEqual({
      answers: 22,
      taken: 1,
      right: 1,
    })
  })
})
