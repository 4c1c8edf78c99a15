import type { Db } from '@cges-fleet/db'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Deliveries } from './deliveries.js'
import { WebhookTests } from './tests.js'
import type { Webhook } from './webhook.js'

const AWAY: Db = {
  query: () => Promise.reject(new Error('the database is away')),
  getRepository: () => {
    throw new Error('unused')
  },
}
const CI: Webhook = {
  name: 'ci',
  url: 'https://ci.example.org/',
  format: 'json',
  secret: `whsec_${'a'.repeat(32)}`,
  private: false,
}
let lines: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it.each([
  [WebhookTests, [CI], 1],
  [WebhookTests, [], 0],
  [Deliveries, [CI], 1],
  [Deliveries, [], 0],
])('warns once of an outage, and only with a webhook: %o', async (Loop, webhooks, warnings) => {
  const loop = new Loop(AWAY, webhooks, { DASHBOARD_URL: undefined })
  loop.onApplicationBootstrap()
  await vi.advanceTimersByTimeAsync(20_000)
  await loop.onApplicationShutdown()
  expect(lines.filter((line) => line.includes('the database is away'))).toHaveLength(warnings)
})
