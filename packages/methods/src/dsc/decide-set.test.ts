import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { MethodSpec } from '../method-spec.js'
import type { Vote } from '../votes.js'
import { decideSet, type DscQuestion, partitionSet } from './decide-set.js'

type DscSpec = Extract<MethodSpec, { method: 'dsc' }>

const plain: DscSpec = {
  method: 'dsc',
  rankBatch: 5,
  rankRounds: 3,
  preSamples: 4,
  easyRun: 32,
  predictFrom: 16,
  extendBy: 4,
  threshold: 0.95,
  budget: 16,
}

function votes(text: string): Vote[] {
  return [...text].map((each) => ({ answer: each === '-' ? null : each, confidences: {} }))
}

function calls(set: readonly DscQuestion[]): number {
  return set.reduce((sum, each) => sum + (each.state === 'stopped' ? each.calls : NaN), 0)
}

const anySpec: fc.Arbitrary<DscSpec> = fc.record({
  method: fc.constant('dsc' as const),
  rankBatch: fc.constant(5),
  rankRounds: fc.constant(3),
  preSamples: fc.integer({ min: 1, max: 6 }),
  easyRun: fc.integer({ min: 1, max: 5 }),
  predictFrom: fc.integer({ min: 1, max: 4 }),
  extendBy: fc.integer({ min: 1, max: 5 }),
  threshold: fc.constantFrom(0.7, 0.9, 0.95),
  budget: fc.integer({ min: 1, max: 16 }),
})
const stream = fc.oneof(
  fc.constant('A'.repeat(16)),
  fc.string({ unit: fc.constantFrom('A', 'A', 'A', 'B', 'C', '-'), minLength: 16, maxLength: 16 }),
)
const set = fc.array(stream, { minLength: 1, maxLength: 12 }).chain((texts) =>
  fc.record({
    texts: fc.constant(texts),
    order: fc.shuffledSubarray([...texts.keys()], { minLength: texts.length }),
  }),
)

describe('a set decided as it is drawn', () => {
  it('draws exactly what is charged, and ends as if all had been there from the start', () => {
    fc.assert(
      fc.property(anySpec, set, fc.infiniteStream(fc.nat()), (spec, { texts, order }, chance) => {
        const prefixes: Vote[][] = texts.map(() => [])
        const seen = new Map<number, DscQuestion>()
        for (;;) {
          const now = decideSet(spec, order, prefixes)
          for (const each of now) {
            const before = seen.get(each.question)
            if (before?.state === 'stopped') expect(each).toEqual(before)
            if (before !== undefined && before.part !== null) expect(each.part).toBe(before.part)
            seen.set(each.question, each)
          }
          const wanting = now.filter(
            (each) => each.state === 'open' && each.until > (prefixes[each.question]?.length ?? 0),
          )
          if (wanting.length === 0) break
          // One sample at a time, of whichever question chance picks: drawing may come in any order.
          const next = wanting[(chance.next().value ?? 0) % wanting.length]?.question ?? 0
          const samples = prefixes[next] ?? []
          samples.push(...votes(texts[next]?.[samples.length] ?? ''))
        }
        const final = decideSet(spec, order, texts.map(votes))
        expect([...seen.values()].toSorted((a, b) => order.indexOf(a.question) - order.indexOf(b.question))).toEqual(
          final,
        )
        for (const each of final) {
          expect(each.state === 'stopped' && each.calls).toBe(prefixes[each.question]?.length)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('keeps calls within the budget, and easy questions below the hard ones', () => {
    fc.assert(
      fc.property(anySpec, set, (spec, { texts, order }) => {
        const final = decideSet(spec, order, texts.map(votes))
        for (const each of final) {
          if (each.state !== 'stopped') throw new Error('a full pool decides everything')
          expect(each.calls).toBeGreaterThanOrEqual(1)
          expect(each.calls).toBeLessThanOrEqual(spec.budget)
          expect(each.calls).toBeGreaterThanOrEqual(each.part === 'easy' ? 1 : Math.min(spec.preSamples, spec.budget))
        }
        const parts = final.map(({ part }) => part)
        expect(parts.lastIndexOf('easy')).toBeLessThan(parts.includes('hard') ? parts.indexOf('hard') : parts.length)
      }),
    )
  })

  it('charges a unanimous set its pre-samples on one run, and one call for the rest', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 1, max: 10 }), (size, easyRun) => {
        const order = Array.from({ length: size }, (_, index) => index)
        const final = decideSet(
          { ...plain, easyRun },
          order,
          order.map(() => votes('A'.repeat(16))),
        )
        expect(calls(final)).toBe(size > easyRun ? 4 * easyRun + (size - easyRun) : 4 * size)
      }),
    )
  })
})

describe('decideSet', () => {
  it('asks at first for the run that must be tested, and one sample of every other question', () => {
    const order = [2, 0, 1, 3]
    const start = decideSet({ ...plain, easyRun: 2 }, order, [[], [], [], []])
    expect(start.map((each) => each.state === 'open' && [each.question, each.until, each.part])).toEqual([
      [2, 1, null],
      [0, 1, null],
      [1, 4, null],
      [3, 4, null],
    ])
  })

  it('says where a question waits for others: everything certain is drawn', () => {
    const spec = { ...plain, easyRun: 9, predictFrom: 1 }
    const [first, second] = decideSet(spec, [0, 1], [votes('AAA'), votes('AAAA')])
    expect(first).toMatchObject({ part: null, until: 4 })
    expect(second).toMatchObject({ part: 'hard', state: 'open', until: 4 })
  })

  it('asks a hard question that waits for one more sample while its test fails', () => {
    const spec = { ...plain, easyRun: 9, predictFrom: 1 }
    const waiting = decideSet(spec, [0, 1], [votes('ABAB'), votes('ABAB')])
    expect(waiting).toMatchObject([{ until: 8 }, { part: 'hard', until: 5, predicted: null }])
  })

  it('rounds half a step to the even size', () => {
    // The first hard question needs 10 = 2.5 steps of 4, which is 2 steps, not 3.
    const spec = { ...plain, easyRun: 9, predictFrom: 1 }
    const [first, second] = decideSet(spec, [0, 1], [votes('AABAAABAAAAAAAAA'), votes('ABABABABABABABAB')])
    expect(first).toMatchObject({ need: 10 })
    expect(second).toMatchObject({ predicted: 8 })
  })

  it('makes no test at the budget, and tells what it ended by', () => {
    const [one] = decideSet({ ...plain, budget: 8 }, [0], [votes('AABAABAA')])
    expect(one).toMatchObject({ calls: 8, reason: 'budget', answer: 'A', need: 8 })
    const [passing] = decideSet({ ...plain, budget: 8 }, [0], [votes('AABAAAAA')])
    expect(passing).toMatchObject({ calls: 8, reason: 'budget', need: 7 })
    expect(decideSet({ ...plain, budget: 4 }, [0], [votes('AAAA')])).toMatchObject([{ calls: 4, reason: 'threshold' }])
    expect(decideSet({ ...plain, budget: 2 }, [0], [votes('--')])).toMatchObject([{ answer: null, reason: 'budget' }])
    expect(decideSet(plain, [], [])).toEqual([])
  })

  it('stops testing at the first run of enough, from the hard end', () => {
    const order = [0, 1, 2, 3]
    const prefixes = ['ABAB', 'AAAA', 'AAAA', 'ABAB'].map(votes)
    expect(partitionSet({ ...plain, easyRun: 2 }, order, prefixes).parts).toEqual(['easy', 'hard', 'hard', 'hard'])
    expect(partitionSet({ ...plain, easyRun: 3 }, order, prefixes).parts).toEqual(['hard', 'hard', 'hard', 'hard'])
  })
})

const questions = z.array(z.number())
const golden = z
  .object({
    dscTraces: z.array(
      z.object({
        name: z.string(),
        order: questions,
        samples: z.record(z.string(), z.string()),
        params: z.object({
          budget: z.number(),
          preSample: z.number(),
          judgeWindow: z.number(),
          predictionWindow: z.number(),
          extendWindow: z.number(),
          threshold: z.number(),
        }),
        expected: z.object({
          easy: questions,
          hard: questions,
          preSampled: questions,
          perQuestion: z.array(
            z.object({
              question: z.number(),
              part: z.string(),
              predicted: z.number(),
              calls: z.number(),
              need: z.number().nullable(),
              batches: z.number(),
              answer: z.string().nullable(),
            }),
          ),
          totalCalls: z.number(),
        }),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../golden/methods.json', import.meta.url), 'utf8')))

it.each(golden.dscTraces)('agrees with the golden vector $name', ({ order, samples, params, expected }) => {
  const spec: DscSpec = {
    method: 'dsc',
    rankBatch: 5,
    rankRounds: 3,
    budget: params.budget,
    preSamples: params.preSample,
    easyRun: params.judgeWindow,
    predictFrom: params.predictionWindow,
    extendBy: params.extendWindow,
    threshold: params.threshold,
  }
  const prefixes = order.map((_, question) => votes(samples[String(question)] ?? ''))
  const set = decideSet(spec, order, prefixes)
  expect(set.map(({ question }) => question)).toEqual(order)
  expect(set.toSorted((a, b) => a.question - b.question)).toMatchObject(expected.perQuestion)
  expect(set.filter(({ part }) => part === 'easy').map(({ question }) => question)).toEqual(expected.easy)
  expect(set.filter(({ part }) => part === 'hard').map(({ question }) => question)).toEqual(expected.hard)
  expect(expected.hard.toReversed()).toEqual(expected.preSampled)
  expect(set.reduce((sum, each) => sum + (each.state === 'stopped' ? each.calls : NaN), 0)).toBe(expected.totalCalls)
})
