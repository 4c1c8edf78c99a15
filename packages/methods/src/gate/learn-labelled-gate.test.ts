import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { seededRandom } from '../seeded-random.js'
import { type GradedAnswer, learnLabelledGate, takenBy } from './learn-labelled-gate.js'

const Case = z.object({
  confidences: z.array(z.number()),
  labels: z.array(z.boolean()),
  target: z.number(),
  expect: z.object({ gate: z.number(), mean: z.number(), spread: z.number(), taken: z.number(), right: z.number() }),
})

const cases = readFileSync(new URL('../golden/labelled-gate.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => Case.parse(JSON.parse(line)))

const answersOf = ({ confidences, labels }: z.infer<typeof Case>): GradedAnswer[] =>
  confidences.map((confidence, at) => ({ confidence, isRight: labels[at] ?? false }))

const answers = (isRight: boolean, ...confidences: number[]) =>
  confidences.map((confidence) => ({ confidence, isRight }))

describe('learnLabelledGate', () => {
  it.each(cases.map((each, at) => [at, each] as const))('agrees with scikit-learn: %i', (_, each) => {
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
