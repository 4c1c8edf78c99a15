import type { BestMethod } from '@cges-fleet/core'
import type { Database, TeamId } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import type { WhyItWaits } from '../pools/shares.js'
import { accuracyIs, listPage } from './evaluation-list.js'

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

/** A team without evaluations, whose statements each say which transaction they came in; 0 for one of their own. */
function noEvaluations() {
  const statementsOf: number[] = []
  let begun = 0
  const sendIn = (transaction: number) => ({
    query: () => {
      statementsOf.push(transaction)
      return Promise.resolve([])
    },
  })
  const db = {
    ...sendIn(0),
    transaction: (work: (tx: object) => Promise<unknown>) => {
      begun += 1
      return work(sendIn(begun))
    },
  }
  return { db: db as unknown as Database, statementsOf }
}

it('reads a page in one transaction: a statement of its own would take four round trips', async () => {
  const { db, statementsOf } = noEvaluations()
  const reader = { db, team: 'team' as TeamId, waits: {} as WhyItWaits }
  expect(await listPage(reader, {})).toEqual({ evaluations: [], next: null, total: 0 })
  expect(statementsOf).toEqual([1, 1])
})
