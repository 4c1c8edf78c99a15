import type { ComparedEvaluation, EvaluationStatus } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { planPairs } from './pairs.js'

type Planned = Parameters<typeof planPairs>[0][number]

/** An evaluation with what pairs are planned by. */
function planned(name: string, status: EvaluationStatus): Planned {
  const view: Partial<ComparedEvaluation> = { id: name, name, status, notComparable: null }
  const methods = [{ key: 'sc@4' }] as ComparedEvaluation['methods']
  return {
    view: { ...view, methods, benchmark: { revision: 'r1' } } as ComparedEvaluation,
    all: { id: name, methods: [{ method: 'sc', budget: 4 }] },
    reports: [],
  }
}

it.each([
  ['done', null],
  ['running', 'not_done'],
  // Its end depended on what it had seen, and judgements are for a fixed number of questions.
  ['decided', 'decided'],
] as const)('pairs one that is %s: %s', (status, kind) => {
  const base = planned('base', 'done')
  const [pair] = planPairs([base, planned('other', status)], { within: false, base })
  expect(pair?.excluded).toEqual(kind === null ? null : { state: 'interim', note: { kind, counts: {}, why: 'other' } })
})
