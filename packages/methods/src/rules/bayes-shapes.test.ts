import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decide, scorePath } from '../decide.js'
import { parseMethodSpec } from '../parse-method-spec.js'
import { seededRandom } from '../seeded-random.js'
import { learnShapeList, listShapes, parseShapes } from '../shapes/shape-list.js'
import { sweepMethod } from '../sweep-method.js'
import type { TrialMethodSpec } from './all-rules.js'

const Case = z.object({
  spec: z.object({ method: z.literal('bayes-shapes'), delta: z.number(), shapes: z.string(), budget: z.int() }),
  answers: z.array(z.string().nullable()),
  expect: z.object({
    calls: z.int(),
    answer: z.string().nullable(),
    reason: z.string(),
    scores: z.array(z.number().nullable()),
  }),
})
const CASES = readFileSync(new URL('../golden/bayes-shapes.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => Case.parse(JSON.parse(line)))

const votesOf = (answers: readonly (string | null)[]) => answers.map((answer) => ({ answer, confidences: {} }))

function specOf(text: Record<string, unknown> | string): TrialMethodSpec {
  const parsed = parseMethodSpec(text, 16)
  if (!parsed.ok || parsed.spec.method !== 'bayes-shapes')
    throw new Error(parsed.ok ? 'of another rule' : parsed.problem)
  return parsed.spec as TrialMethodSpec
}

it.each(CASES.map((each, at) => [at, each] as const))(
  'agrees with listing every way in exact rationals: %i',
  (_, each) => {
    const { calls, answer, reason, scores } = each.expect
    const votes = votesOf(each.answers)
    expect(decide(specOf(each.spec), votes)).toMatchObject({ state: 'stopped', calls, answer, reason })
    const path = scorePath(specOf(each.spec), votes.slice(0, calls))
    for (const [at, score] of scores.entries()) {
      if (score === null) expect(path[at]?.score).toBeNull()
      else expect(path[at]?.score).toBeCloseTo(score, 10)
    }
  },
)

it('is swept as it decides at each value', () => {
  const deltas = [0.0001, 0.05, 0.3]
  for (const { spec, answers } of CASES) {
    const alone = deltas.map((delta) => decide(specOf({ ...spec, delta }), votesOf(answers)))
    expect(sweepMethod(specOf(spec), votesOf(answers), deltas)).toEqual(alone)
  }
})

it('is sure of a lone answer where earlier questions had one, and never where no shape allows the votes', () => {
  const spec = specOf('bayes-shapes:shapes=3x1@4')
  expect(decide(spec, votesOf(['A', 'A', 'A', 'A']))).toMatchObject({ calls: 1, score: 1, reason: 'threshold' })
  expect(decide(specOf('bayes-shapes:shapes=1x2-1@4'), votesOf(['A', 'B', 'C', 'A']))).toMatchObject({
    reason: 'budget',
    score: 0,
  })
})

/** Questions whose shapes are those of the list, seen to the end. */
it('keeps δ on questions that are as its list says, whenever it stops', () => {
  const random = seededRandom('listed')
  const spec = specOf('bayes-shapes:delta=0.1,shapes=5x9-1/3x5-4-1/2x4-3-3@48')
  let [wrong, stops] = [0, 0]
  for (let question = 0; question < 2000; question += 1) {
    const chances = question % 10 < 5 ? [9, 1] : question % 10 < 8 ? [5, 4, 1] : [4, 3, 3]
    const votes = Array.from({ length: 48 }, () => {
      let left = random.next() * 10
      return `${chances.findIndex((each) => (left -= each) <= 0)}`
    })
    const decision = decide(spec, votesOf(votes))
    if (decision.state !== 'stopped' || decision.reason !== 'threshold') continue
    stops += 1
    if (decision.answer !== '0') wrong += 1
  }
  expect(stops).toBeGreaterThan(1000)
  expect(wrong / stops).toBeLessThan(0.1)
  expect(wrong).toBeGreaterThan(0)
})

describe('a list of shapes', () => {
  it('has questions of one shape once, whatever their answers are called, and none without an answer', () => {
    const history = [['A', 'B', 'A', null], ['x', 'y', 'x', 'x', 'y', 'x'], [null], ['C', 'C']]
    expect(listShapes(history)).toEqual([
      { counts: [2, 1], questions: 2 },
      { counts: [1], questions: 1 },
    ])
    expect(learnShapeList(history)).toBe('2x2-1/1x1')
    expect(() => learnShapeList([['A'], [null, 'B']])).toThrow(/two answers/)
  })

  it('stays short enough to be written, whatever the history, and is read again', () => {
    const answers = fc.array(fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), { minLength: 2, maxLength: 60 })
    fc.assert(
      fc.property(fc.array(answers, { minLength: 1, maxLength: 60 }), (history) => {
        const list = learnShapeList(history)
        const read = parseShapes(list)
        expect(list.length).toBeLessThanOrEqual(1000)
        expect(read?.reduce((sum, { questions }) => sum + questions, 0)).toBe(history.length)
        expect(specOf(`bayes-shapes:shapes=${list}@16`)).toMatchObject({ shapes: list })
      }),
      { numRuns: 40 },
    )
  })

  it('puts together what differs least', () => {
    const alike = Array.from({ length: 120 }, (_, at) => [
      ...Array.from({ length: 200 + at }, () => 'A'),
      ...Array.from({ length: 200 - at }, () => 'B'),
    ])
    const agreed = Array.from({ length: 300 }, () => ['A', 'A'])
    const list = parseShapes(learnShapeList([...alike, ...agreed])) ?? []
    expect(list.length).toBeLessThan(121)
    expect(list[0]).toEqual({ counts: [1], questions: 300 })
    const mean = list.slice(1).reduce((sum, { counts, questions }) => {
      const votes = counts.reduce((total, count) => total + count, 0)
      return sum + (questions * (counts[0] ?? 0)) / votes / 120
    }, 0)
    expect(mean).toBeCloseTo((200 + 119 / 2) / 400, 2)
  })

  it.each(['', '3', '0x1', '3x', '3x0', '3x1-', '3x1//4x1', `3x${Array.from({ length: 17 }, () => 1).join('-')}`])(
    'is not %j, and says so',
    (shapes) => {
      const parsed = parseMethodSpec({ method: 'bayes-shapes', shapes }, 16)
      expect(parsed).toMatchObject({ ok: false, path: ['shapes'] })
      expect(parsed.ok ? '' : parsed.problem).toContain('shapes must be a list such as 57x1/21x9-1')
    },
  )

  it('is read for 128 votes at most, and the refusal says so', () => {
    expect(parseMethodSpec('bayes-shapes:shapes=3x1@129', 16)).toEqual({
      ok: false,
      problem: 'budget must be a whole number of samples from 1 to 128, not 129',
      path: ['budget'],
    })
  })
})
