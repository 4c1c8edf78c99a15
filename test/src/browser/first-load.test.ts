import { afterAll, beforeAll, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { questionedEvaluation } from '../support/made-evaluations.js'
import { MOST_SCRIPT_BYTES, weighFirstScripts } from './page-faults.js'
import { dashboardFor } from './dashboard-server.js'
import { ALONE, allPages } from './page-states.js'

const api = useApi()
let dashboard: string

beforeAll(async () => {
  dashboard = await dashboardFor(api().url)
})

afterAll(async () => {})

it('brings no page more script at first than the budget', { timeout: 240_000 }, async () => {
  const done = await questionedEvaluation(api().db, { methods: ['sc@4', 'cges:confidence=lns-arith,gamma=0.95@4'] })
  const all = [...allPages({ done, live: done, settled: done }), ...ALONE, { page: 'sign-in', path: '/sign-in' }]
  const pages = new Map(all.map(({ page, path }) => [page, path]))
  expect(pages.size).toBeGreaterThanOrEqual(9)
  const weighed: [string, number][] = []
  for (const [page, path] of pages) weighed.push([page, await weighFirstScripts(dashboard, path)])
  console.info(weighed.map(([page, bytes]) => `${page} ${(bytes / 1000).toFixed(1)} kB`).join(', '))
  expect(weighed.filter(([, bytes]) => !(bytes <= MOST_SCRIPT_BYTES))).toEqual([])
})
