import type { EvaluationPage, EvaluationRow } from '@cges-fleet/core'
import { expect, test } from 'vitest'
import { mergePage } from './use-evaluations'

/** A row as far as merging looks at it. */
const row = (id: string, samplesDrawn = 0): EvaluationRow => ({ id, samplesDrawn }) as EvaluationRow
const page = (...evaluations: EvaluationRow[]): EvaluationPage => ({ evaluations, next: null, total: 0 })
const shown = { rows: [row('a'), row('b')], next: 'c', newer: null }

test('rows get their newest figures where they stand', () => {
  const merged = mergePage(shown, page(row('a', 5), row('b', 7)))
  expect(merged).toEqual({ rows: [row('a', 5), row('b', 7)], next: 'c', newer: null })
})

test.each([
  ['another order', [row('b', 7), row('a', 5)]],
  ['one that came', [row('new'), row('a', 5), row('b', 7)]],
])('%s moves no row, and is said', (_, evaluations) => {
  const merged = mergePage(shown, page(...evaluations))
  expect(merged.rows).toEqual([row('a', 5), row('b', 7)])
  expect(merged.newer?.evaluations).toEqual(evaluations)
})

test('one that went stays as it was last seen', () => {
  const merged = mergePage(shown, page(row('b', 7)))
  expect([merged.rows, merged.newer === null]).toEqual([[row('a'), row('b', 7)], false])
})

test('an empty list shows at once what there is', () => {
  expect(mergePage({ rows: [], next: null, newer: null }, page(row('a')))).toMatchObject({
    rows: [row('a')],
    newer: null,
  })
})
