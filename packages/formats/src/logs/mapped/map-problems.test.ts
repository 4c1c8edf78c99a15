import { expect, it } from 'vitest'
import { noColumn, noSamples } from './map-problems.js'

it('shows a few of a row’s columns, however many and however long they are', () => {
  const row = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`${at}${'x'.repeat(1000)}`, 1]))
  expect(noColumn(row, 'question_id').length).toBeLessThan(1000)
  expect(noSamples(row).length).toBeLessThan(1000)
  expect(noColumn({ qid: 1 }, 'qidd')).toBe('id: no column qidd; did you mean qid? The columns are qid')
})
