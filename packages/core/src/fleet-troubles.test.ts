import { expect, it } from 'vitest'
import { fleetTroubleWords, fleetWords } from './fleet-trouble-words.js'
import { fleetTroubles } from './fleet-troubles.js'
import type { FleetStatus } from './schemas/fleet-status.js'

const pool = {
  name: 'gpu',
  paused: false,
  workers: { known: 2, ready: 2, reason: null },
  active: 3,
  waiting: 5,
  oldestSeconds: 4,
}
const well: Omit<FleetStatus, 'troubles'> = {
  at: '2026-11-28T12:00:00.000Z',
  release: '0.1.0',
  database: { ms: 1 },
  queue: { ms: 2 },
  coordinator: { sweptSecondsAgo: 1 },
  pools: [pool],
  webhooks: { waiting: 1, oldestSeconds: 3 },
}
const kinds = (changes: Partial<typeof well>, queue: string[] = []) =>
  fleetTroubles({ ...well, ...changes }, queue).map(({ kind, why }) => [kind, why])

it('finds nothing wrong with a fleet that works, or has no pool yet', () => {
  expect(kinds({})).toEqual([])
  expect(kinds({ pools: [], queue: { ms: null } })).toEqual([])
  expect(kinds({ pools: [{ ...pool, waiting: 0, workers: { known: 0, ready: 0, reason: null } }] })).toEqual([])
  expect(fleetWords({ troubles: [], pools: [pool] })).toBe('The fleet is up.')
})

it.each<[Partial<typeof well>, string, string | null]>([
  [{ coordinator: { sweptSecondsAgo: 31 } }, 'no_coordinator', null],
  [{ coordinator: { sweptSecondsAgo: null } }, 'no_coordinator', null],
  [{ queue: { ms: null } }, 'queue_away', null],
  [{ pools: [{ ...pool, workers: { known: 0, ready: 0, reason: null } }] }, 'no_worker', 'gpu'],
  [{ pools: [{ ...pool, waiting: 0, workers: { known: 1, ready: 0, reason: 'away' } }] }, 'no_worker', 'gpu'],
  [{ pools: [{ ...pool, workers: { known: 2, ready: 1, reason: 'away' } }] }, 'workers_not_ready', 'gpu'],
  [{ pools: [{ ...pool, paused: true }] }, 'pool_paused', 'gpu'],
  [{ webhooks: { waiting: 2, oldestSeconds: 61 } }, 'webhooks_late', null],
])('finds in %j what is wrong: %s', (changes, kind, why) => {
  expect(kinds(changes)).toEqual([[kind, why]])
  for (const trouble of fleetTroubles({ ...well, ...changes }, []))
    expect(fleetTroubleWords(trouble)).toMatch(/^[A-Z].*[^.]\.$/)
})

it('names the gravest first', () => {
  const all = kinds({ queue: { ms: null }, coordinator: { sweptSecondsAgo: null } }, ['Redis evicts keys'])
  expect(all.map(([kind]) => kind)).toEqual(['no_coordinator', 'queue_away', 'queue'])
})
