import type { MethodReport, SubmissionNote } from '@cges-fleet/core'
import type { EvaluationTotals } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { independenceOf, sensitivity, warningsOf } from './validity.js'

const TEXTS = { texts: 80, distinct: 78, repeated: 10, copied: 0, copies: 'clear' } as const

/** The part of the totals that it reads. */
function totals(
  texts: Partial<EvaluationTotals['texts']>,
  temperature?: number,
  status = 'done',
  notes: readonly SubmissionNote[] = [],
): EvaluationTotals {
  return {
    texts: { ...TEXTS, ...texts },
    stored: { sampling: { temperature }, notes },
    summary: { status, trials: { total: 60, blocked: 1 }, benchmark: { generated: true } },
    methods: [],
    signalMedians: [],
    blockedReasons: [],
    homogeneity: null,
  } as unknown as EvaluationTotals
}

const warned = (of: EvaluationTotals) => warningsOf(of, independenceOf(of))

it('says nothing of samples that differ, and all it can of copies', () => {
  const distinct = totals({}, 0.7)
  expect(independenceOf(distinct)).toMatchObject({ state: 'distinct', distinct: 78, questions: 10 })
  expect(warned(distinct)).toEqual([])
  const copies = totals({ distinct: 10, copied: 10, copies: 'found' }, 0.7)
  expect(independenceOf(copies)).toMatchObject({ state: 'copies' })
  expect(warned(copies)).toEqual([{ kind: 'copies', counts: { copied: 10, questions: 10 }, why: null }])
})

it('tells copies that are so on purpose, and those that may be so by chance, from the others', () => {
  const cold = totals({ distinct: 10, copied: 10, copies: null }, 0)
  expect(independenceOf(cold).state).toBe('deterministic')
  expect(warned(cold)).toMatchObject([{ kind: 'deterministic' }])
  const short = totals({ copied: 6 }, 0.2)
  expect(independenceOf(short).state).toBe('distinct')
  expect(warned(short)).toMatchObject([{ kind: 'alike', counts: { copied: 6, questions: 10 } }])
  expect(warned(totals({ copied: 4 }, 0.2))).toEqual([])
})

it('says of what was known at submission only until samples show it, and how many trials are blocked by what', () => {
  const notes = [{ kind: 'seed_ignored', counts: { servers: 2 }, why: null }] as const
  const early = totals({ repeated: 0 }, 0.7, 'running', notes)
  expect(warned(early)).toEqual(notes)
  const copies = totals({ copies: 'found', copied: 9 }, 0.7, 'done', notes)
  const blocked = { ...copies, blockedReasons: [{ error: 'HTTP 500' }] }
  expect(warned(blocked as unknown as EvaluationTotals)).toMatchObject([
    { kind: 'copies' },
    { kind: 'blocked', counts: { blocked: 1, trials: 60 }, why: 'HTTP 500' },
  ])
})

const invented = (isInvented: boolean, generated: boolean) =>
  warned({
    ...totals({}, 0.7),
    isInvented,
    summary: { ...totals({}).summary, benchmark: { generated } },
  } as EvaluationTotals)

it('warns of a simulator that says it invents answers, unless the questions are its own', () => {
  expect(invented(true, false)).toEqual([{ kind: 'invented_answers', counts: {}, why: null }])
  expect(invented(true, true)).toEqual([])
  expect(invented(false, false)).toEqual([])
})

it('does not judge before there is anything to judge by', () => {
  expect(independenceOf(totals({ repeated: 0, texts: 3, distinct: 3, copies: null }, 0.7)).state).toBe('unknown')
  expect(independenceOf(totals({ copies: null }, 0.7, 'running')).state).toBe('unknown')
})

const report = (accuracy: unknown) => [{ key: 'sc', accuracy }] as unknown as MethodReport[]

it('bounds the accuracy of methods that have one: where all trials failed there is nothing to bound', () => {
  const doubtful = [{ methodKey: 'sc', right: 3, wrong: 2, blocked: 5 }]
  const flagged = { ...totals({}), doubtful, flaggedShare: 0.1 }
  expect(sensitivity(flagged, report({ value: 0.8, n: 50 }))).toEqual({
    share: 0.1,
    methods: [{ key: 'sc', low: 37 / 55, high: 47 / 55 }],
  })
  expect(sensitivity({ ...flagged, flaggedShare: 1 }, report(null))).toBeNull()
})
