import type { PoolQueue } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { queueText } from './queue-commands.js'

const mine: PoolQueue['evaluations'][number] = {
  id: '1',
  name: 'GSM8K on 8B',
  owner: 'ada',
  team: 'vision',
  own: true,
  priority: 'normal',
  active: 0,
  waiting: 32,
  ahead: 5,
  startsInSeconds: 11.6,
  waits: { kind: 'slots', counts: { slots: 8 }, why: null },
}
const theirs = { ...mine, id: null, name: 'MATH', owner: null, team: 'nlp', own: false, active: 8, waits: null }

it('lists evaluations by what starts next, and says why one waits', () => {
  const evaluations = [mine, { ...theirs, startsInSeconds: null }]
  expect(queueText({ pool: 'gpu', visibility: 'names', evaluations, total: 3 })).toEqual([
    'next sample   drawn now   waiting     team   owner   evaluation',
    '~ 12 s                0        32   vision     ada   GSM8K on 8B',
    '—                     8        32      nlp       —   MATH',
    'and 1 more evaluation',
    '',
    'GSM8K on 8B: Your team uses all 8 slots; the rest of its samples wait for them.',
    'Everyone who uses this pool sees all its evaluations, with their teams and owners.',
  ])
})

it('says that nothing runs that the reader may see', () => {
  expect(queueText({ pool: 'gpu', visibility: 'counts', evaluations: [], total: 0 })).toEqual([
    'No evaluation that you may see runs here.',
    expect.stringContaining('numbers of other teams'),
  ])
})
