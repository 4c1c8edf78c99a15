import type { EvaluationRow } from '@cges-fleet/core'
import { expect, test } from 'vitest'
import { groupedBySuite } from './suite-groups'

const row = (id: string, suite: string | null) => ({ id, suite }) as EvaluationRow

test('the evaluations of a suite stand together where the first one stood, and nothing is lost', () => {
  const rows = [row('a', null), row('b', 's'), row('c', 't'), row('d', null), row('e', 's')]
  const groups = groupedBySuite(rows).map((group) => [group.suite, group.rows.map(({ id }) => id)])
  expect(groups).toEqual([
    [null, ['a']],
    ['s', ['b', 'e']],
    [null, ['c']],
    [null, ['d']],
  ])
})
