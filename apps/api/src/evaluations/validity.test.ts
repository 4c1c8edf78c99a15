import type { EvaluationTotals } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { independenceOf } from './validity.js'

const TEXTS = { texts: 80, distinct: 78, repeated: 10, copied: 0, copies: 'clear' } as const

/** The part of the totals that it reads. */
function totals(texts: Partial<EvaluationTotals['texts']>, temperature?: number, status = 'done'): EvaluationTotals {
  return {
    texts: { ...TEXTS, ...texts },
    sampling: { temperature },
    summary: { status },
  } as unknown as EvaluationTotals
}

it('says nothing of samples that differ, and all it can of copies', () => {
  expect(independenceOf(totals({}, 0.7))).toMatchObject({ state: 'distinct', distinct: 78, questions: 10, said: null })
  expect(independenceOf(totals({ distinct: 10, copied: 10, copies: 'found' }, 0.7))).toMatchObject({
    state: 'copies',
    said: expect.stringMatching(/^10 of 10 questions have one text in all their samples, although the seeds differ/),
  })
})

it('tells copies that are so on purpose, and those that may be so by chance, from the others', () => {
  expect(independenceOf(totals({ distinct: 10, copied: 10, copies: null }, 0))).toMatchObject({
    state: 'deterministic',
    said: expect.stringContaining('at temperature 0'),
  })
  expect(independenceOf(totals({ copied: 6 }, 0.2))).toMatchObject({
    state: 'distinct',
    said: expect.stringContaining('may be equal by chance'),
  })
})

it('does not judge before there is anything to judge by', () => {
  expect(independenceOf(totals({ repeated: 0, texts: 3, distinct: 3, copies: null }, 0.7)).state).toBe('unknown')
  expect(independenceOf(totals({ copies: null }, 0.7, 'running')).state).toBe('unknown')
})
