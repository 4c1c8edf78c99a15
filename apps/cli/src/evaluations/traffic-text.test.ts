import type { TrafficView } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { trafficText } from './traffic-command.js'

const all = {
  requests: 4,
  answered: 3,
  calls: 12,
  budget: 24,
  saved: 14,
  tokens: 900,
  agreement: 0.75,
  p50Seconds: 1.25,
  p95Seconds: 3,
}
const early = { since: '2026-11-28T00:00:00.000Z', differed: 1, share: { value: 0.02, low: 0.001, high: 0.12, n: 50 } }
const traffic: TrafficView = {
  days: 30,
  keepDays: 90,
  auditShare: 0.01,
  all,
  ended: [],
  models: [
    {
      ...all,
      pool: 'gpu',
      model: 'qwen',
      provenance: 'model',
      method: 'asc-beta:threshold=0.95@8',
      cost: 0.5,
      currency: 'EUR',
      early,
    },
  ],
  byDay: [{ day: '2026-11-28', requests: 4, calls: 12, saved: 14 }],
  audit: { early, abandoned: 0, calls: 0, tokens: 0 },
}

it('says first how many calls were saved, then how sure that is of the same answers', () => {
  const [saved, differed, , , row] = trafficText(traffic)
  expect(saved).toBe('14 of 24 calls saved (58.3 %) in 30 days.')
  expect(differed).toBe('The early answer differed in 1 of 50 (0.1 % to 12.0 %) audited requests.')
  expect(row).toMatch(
    /^gpu {2}asc-beta:threshold=0\.95@8 +4 +12 +58\.3 % +75\.0 % +900 +1\.25 +3\.00 .*0\.50.* +1 of 50/u,
  )
})

it('marks what no model answered', () => {
  const models = traffic.models.map((one) => ({ ...one, provenance: 'simulated' as const }))
  expect(trafficText({ ...traffic, models }).join()).toContain('asc-beta:threshold=0.95@8 — SIMULATED')
})

it('says how to keep figures where none are, and that none came where they are', () => {
  const none = { ...traffic, all: { ...all, requests: 0 } }
  expect(trafficText({ ...none, keepDays: null })).toEqual([expect.stringContaining('--keep-requests-days 30')])
  expect(trafficText(none)).toEqual(['No requests in 30 days.'])
})
