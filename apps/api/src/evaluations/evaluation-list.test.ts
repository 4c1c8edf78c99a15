import type { BestMethod } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { accuracyIs } from './evaluation-list.js'

const best: BestMethod = {
  key: 'sc@4',
  label: 'sc@4',
  accuracy: 1,
  trials: 10,
  calls: 4,
  saved: 0,
  tokens: null,
  sc: null,
  live: null,
}
const trials = { total: 20, closed: 10, blocked: 10 }

it('exports no accuracy as final where trials failed', () => {
  expect(accuracyIs({ best, status: 'done', trials })).toBe('incomplete')
  expect(accuracyIs({ best, status: 'done', trials: { ...trials, blocked: 0 } })).toBe('final')
  expect(accuracyIs({ best: { ...best, live: { low: 0, high: 1 } }, status: 'running', trials })).toBe('live')
  expect(accuracyIs({ best: null, status: 'done', trials })).toBe(null)
})
