import type { ComparedEvaluation, EvaluationStatus } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { planPairs } from './pairs.js'

type Planned = Parameters<typeof planPairs>[0][number]

const WHOLE = { seed: 0, trials: 100, closedPrefix: 100, isRandomPrefix: true }

/** An evaluation with what pairs are planned by. */
function planned(name: string, status: EvaluationStatus, order: Partial<Planned['all']> = {}): Planned {
  const view: Partial<ComparedEvaluation> = { id: name, name, status, notComparable: null }
  const methods = [{ key: 'sc@4' }] as ComparedEvaluation['methods']
  return {
    view: { ...view, methods, benchmark: { revision: 'r1' } } as ComparedEvaluation,
    all: { ...WHOLE, id: name, methods: [{ method: 'sc', budget: 4 }], ...order },
    reports: [],
  }
}

it.each([
  ['done', null],
  ['running', 'not_done'],
] as const)('pairs one that is %s: %s', (status, kind) => {
  const base = planned('base', 'done')
  const [pair] = planPairs([base, planned('other', status)], { within: false, base })
  expect(pair?.excluded).toEqual(kind === null ? null : { state: 'interim', note: { kind, counts: {}, why: 'other' } })
})

it('pairs what ended early on the trials that both closed, in an order that is that of both or of the one', () => {
  const base = planned('base', 'decided', { closedPrefix: 60 })
  const pairOf = (other: Planned, of = base) => planPairs([of, other], { within: false, base: of })[0]
  expect(pairOf(planned('other', 'decided', { closedPrefix: 40 }))).toMatchObject({
    excluded: null,
    prefix: { closed: 40, trials: 100, orderOf: 'this' },
  })
  expect(pairOf(planned('other', 'done', { seed: 5 }))?.prefix).toEqual({ closed: 60, trials: 100, orderOf: 'base' })
  const apart = { prefix: null, excluded: { state: 'interim', note: { kind: 'other_order' } } }
  for (const order of [{ seed: 5 }, { trials: 200 }]) {
    expect(pairOf(planned('other', 'decided', { closedPrefix: 40, ...order }))).toMatchObject(apart)
  }
  const drifted = planned('other', 'decided', { closedPrefix: 40, isRandomPrefix: false })
  expect(pairOf(drifted)).toMatchObject({ prefix: null, excluded: { note: { kind: 'decided', why: 'other' } } })
  expect(pairOf(planned('other', 'done'), planned('whole', 'done'))).toMatchObject({ excluded: null, prefix: null })
})
