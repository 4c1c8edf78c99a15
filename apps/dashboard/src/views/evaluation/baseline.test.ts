import type { EvaluationView } from '@cges-fleet/core'
import { baselineOf } from '@cges-fleet/statistics'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { groupByFamily, nameMethods } from '../../ui/methods/names'
import { reportFixture } from '../../ui/methods/report-fixture'
import { Results } from './results'
import { baselineAmong } from './statistics/story'
import { comparedTo, finalOf } from './statistics/final-fixture'
import { Verdict } from './verdict'

const over = { interim: false, live: null, resolved: 9, trials: 9 }
const accuracy = { value: 0.8, low: 0.5, high: 0.95, n: 9 }
const ASC = reportFixture('asc-beta@16', { ...over, accuracy, calls: 11 })
const ESC = reportFixture('esc:window=4@16', { ...over, accuracy, calls: 12 })

const view = {
  id: 'e',
  name: 'mine',
  status: 'done',
  finishedAt: '2026-11-21T07:01:00Z',
  benchmark: { title: 'Counter' },
  pool: { model: 'tiny' },
  trials: { total: 9, closed: 9, blocked: 0 },
  samples: { drawn: 144 },
  spent: { calls: 216, tokens: 0, gpuSeconds: 9, money: 0.01, currency: 'EUR' },
  methods: [ASC, ESC],
} as unknown as EvaluationView
const final = finalOf({ [ASC.key]: null, [ESC.key]: comparedTo(ASC.key, 'inconclusive', -1) })

const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const rowOf = (markup: string, key: string) =>
  textOf(markup.split('<tr').find((row) => row.includes(`data-method="${key}"`)) ?? '')

describe('without SC, methods are compared with the first one named', () => {
  const props = { view, final, mayWrite: false, onChanged: async () => undefined }
  const results = renderToStaticMarkup(createElement(Results, props))
  const sentence = textOf(
    renderToStaticMarkup(createElement(Verdict, { view, final, reports: nameMethods(view.methods) })),
  )

  it('in the table, whatever the order of its rows', () => {
    expect(results).toContain('Δ to ASC-β, points')
    expect(rowOf(results, ASC.key)).toContain('baseline')
    expect(rowOf(results, ESC.key)).toMatch(/Δ \+0\.1 .*inconclusive.* −9%/)
    expect(results).not.toContain('not compared')
  })

  it('in the first sentence, which recommends no dearer method', () => {
    expect(sentence).toContain('No cheaper method is shown to keep the accuracy of ASC-β.')
    expect(sentence).toContain('Nearest: ESC w=4, difference +0.1 points, 95% interval −3.0 to +2.0, 9% more calls.')
  })

  it('as the statistics do, in any order', () => {
    for (const methods of [
      [ASC, ESC],
      [ESC, ASC],
    ]) {
      const named = nameMethods(methods)
      const sorted = groupByFamily(named).flatMap(({ reports }) => reports)
      const { key } = baselineOf(methods[1] ?? ASC, methods, null)
      expect([named, sorted, named.toReversed()].map((each) => baselineAmong(each)?.key)).toEqual([key, key, key])
    }
  })
})

it('keeps what a method would have cost apart from what the run cost', () => {
  const kept = finalOf({ [ASC.key]: null, [ESC.key]: comparedTo(ASC.key, 'non-inferior', 6) })
  const reports = nameMethods([ASC, { ...ESC, calls: 5 }])
  const markup = renderToStaticMarkup(createElement(Verdict, { view, final: kept, reports }))
  expect(markup.replaceAll(/<[^>]*>/g, '')).toMatch(/ This run: /)
})
