import type { EvaluationRow, EvaluationView } from '@cges-fleet/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Status } from '../../ui/format/marks'
import type { NamedReport } from '../../ui/methods/names'
import { reportFixture } from '../../ui/methods/report-fixture'
import { EvaluationCell } from '../list/evaluation-cells'
import { milestoneOf } from './evaluation-header'
import { AccuracyCell } from './method-cells'
import { methodsTableText } from './methods-table-text'
import { comparedTo, finalOf } from './statistics/final-fixture'
import { Verdict } from './verdict'

const FAILED = '10 of 20 failed'

/** A method that has all ten right that did not fail. */
function perfect(blocked: number): NamedReport {
  return reportFixture('sc@4', {
    key: 'SC',
    name: 'SC',
    interim: false,
    live: null,
    trials: 10 + blocked,
    resolved: 10,
    blocked,
    accuracy: { value: 1, low: 0.72, high: 1, n: 10 },
    calls: 4,
  })
}

const standing = (blocked: number) => ({
  status: 'done' as const,
  trials: { total: 10 + blocked, closed: 10, blocked },
})
const final = finalOf({ SC: null })
const spent = { calls: 0, tokens: 0, gpuSeconds: 0, money: null, currency: null }
const view = (blocked: number) =>
  ({ ...standing(blocked), spent, finishedAt: '2026-11-21T07:01:00Z' }) as EvaluationView

const markup = {
  status: (blocked: number) => renderToStaticMarkup(createElement(Status, { of: standing(blocked) })),
  verdict: (blocked: number) =>
    renderToStaticMarkup(createElement(Verdict, { view: view(blocked), reports: [perfect(blocked)], final })),
  accuracy: (blocked: number) =>
    renderToStaticMarkup(
      createElement(AccuracyCell, { id: 'e', report: perfect(blocked), domain: [0, 1], isBest: true }),
    ),
  list: (blocked: number) => {
    const best = { key: 'sc@4', label: 'sc@4', accuracy: 1, trials: 10, calls: 4, saved: 0, tokens: null, live: null }
    const evaluation = { ...standing(blocked), best } as EvaluationRow
    return renderToStaticMarkup(createElement(EvaluationCell, { evaluation, now: 0, of: 'accuracy' }))
  },
}

describe('an evaluation of which questions failed', () => {
  test.each(Object.entries(markup))('says so in its %s', (_, render) => {
    expect(render(10)).toContain(FAILED)
    expect(render(0)).not.toContain('failed')
  })

  test('is done and final nowhere', () => {
    expect([markup.status(0), markup.list(0), markup.accuracy(0)].join()).toMatch(/status-done.*"final".*"best"/)
    expect(Object.values(markup).map((render) => render(10))).not.toContainEqual(
      expect.stringMatching(/status-done|>done|class="final"|class="best"/),
    )
    expect(milestoneOf(view(10))).toMatch(/^incomplete: 10 of 20 failed/)
  })

  test('is marked in a copied table, and has nothing bold', () => {
    const judged = finalOf({ SC: null, few: comparedTo('SC', 'non-inferior', 2) })
    const best = { ...judged, best: { accuracy: ['SC'], calls: ['SC'] } }
    const whole = methodsTableText([perfect(0)], best)
    const failed = methodsTableText([perfect(10)], best)
    expect(JSON.stringify(whole.rows)).toContain('"strong":true')
    expect(JSON.stringify(failed.rows)).not.toContain('"strong":true')
    expect(failed.note).toContain('Incomplete: SC 10 of 20 failed; no figure includes them.')
  })
})
