import type { EvaluationView, FinalStatistics } from '@cges-fleet/core'
import { parseMethodSpec } from '@cges-fleet/methods'
import { methodReport } from '@cges-fleet/statistics'
import { expect, it } from 'vitest'
import { reportText } from './evaluation-text.js'

const TRIALS = { trials: 9, started: 9, blocked: 0, byCalls: [], openByDepth: [], leading: 0, leadingCorrect: 0 }

/** A finished evaluation of two methods with this accuracy. */
function viewOf(value: number): EvaluationView {
  const methods = ['sc@8', 'asc-beta@8'].map((text) => {
    const parsed = parseMethodSpec(text, 8)
    if (!parsed.ok) throw new Error(parsed.problem)
    const accuracy = { value, low: 0, high: 0.3, n: 9 }
    return { ...methodReport(parsed.spec, TRIALS), accuracy, calls: 8, resolved: 9, interim: false }
  })
  const view = {
    name: 'night',
    status: 'done',
    reason: null,
    provenance: 'model',
    simulated: false,
    source: null,
    benchmark: { generated: false },
    pool: { model: 'm' },
    samples: { drawn: 72, extra: null, attempts: 72, elapsedSeconds: 9 },
    spent: { gpuSeconds: 0, money: null, currency: null },
    independence: { texts: 0, distinct: 0, questions: 0, copied: 0 },
    trials: { total: 9, closed: 9, blocked: 0 },
    waits: null,
    until: null,
    audit: null,
    sensitivity: null,
    notComparable: null,
    digest: null,
    textsDeletedAt: null,
    setAside: [],
    warnings: [],
    methods,
  }
  return view as unknown as EvaluationView
}

/** Statistics that call the second method not inferior to the first. */
function tieOf({ methods: [sc, other] }: EvaluationView): FinalStatistics {
  const accuracy = { value: 0, low: 0, high: 0 }
  const comparison = {
    baseline: sc?.key,
    accuracy,
    calls: accuracy,
    holmP: 1,
    judgement: 'non-inferior',
    minimumDetectable: 0.1,
  }
  const final = { margin: 0.01, methods: [{ key: other?.key, comparison }] }
  return final as unknown as FinalStatistics
}

const textOf = (view: EvaluationView) => reportText(view, { final: tieOf(view) }).join('\n')

it('compares nothing where no method has a right answer, and says so', () => {
  expect(textOf(viewOf(0))).toContain(
    'No method has a right answer, so nothing can be compared. Answers may be misread:',
  )
  expect(textOf(viewOf(0))).not.toContain('non-inferior')
  expect(textOf(viewOf(0.5))).toContain('non-inferior')
  expect(textOf(viewOf(0.5))).not.toContain('No method has a right answer')
})

it('compares nothing where a method beside them has no accuracy, as one that was set aside', () => {
  const view = viewOf(0)
  const [, other] = view.methods
  if (other === undefined) throw new Error('there are two')
  const aside = { ...other, key: 'aside', label: 'aside', accuracy: null, calls: null }
  const text = textOf({ ...view, methods: [...view.methods, aside] })
  expect(text).toContain('No method has a right answer, so nothing can be compared.')
  expect(text).not.toContain('non-inferior')
})
