import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@cges-fleet/methods'
import { Redis } from 'ioredis'
import { describe, expect, inject, it } from 'vitest'
import { POOL } from './fleet/chaos-fleet.js'
import { loseParts, postgresParts, type QueueParts, redisParts } from './nemesis/queue-parts.js'
import type { SmallFleet } from './small-fleet.js'
import { IS_AT_LENGTH } from '../support/repetitions.js'
import { LIMIT_MS, useFleet } from './use-small-fleet.js'

/** Another seed loses other parts; timing stays the machine's. */
const SEED = Number(process.env['LOST_KEYS_SEED'] ?? 1)
const FOR_MS = IS_AT_LENGTH ? 30_000 : 6_000
/** From the last loss to the end of every evaluation that runs then: locks of 2 s, sweeps of 0.2 s, and their work. */
const HEALED_MS = 20_000

/** Loses parts of the queue under load, and waits for every evaluation to end as if nothing had happened. */
async function heals(fleet: SmallFleet, lose: () => Promise<unknown>): Promise<void> {
  await Promise.all(fleet.workload.shapes.map((_, shape) => fleet.workload.submit(shape)))
  await sleep(300)
  const parts = await lose()
  const began = performance.now()
  await fleet.ended(HEALED_MS)
  console.log(
    `all ended ${((performance.now() - began) / 1000).toFixed(1)} s after the last loss`,
    JSON.stringify(parts),
  )
  expect(await fleet.judged()).toEqual([])
}

/** Keeps evaluations coming while parts are lost. */
async function underLoss(fleet: SmallFleet, parts: QueueParts): Promise<Record<string, number>> {
  const working = new AbortController()
  const submitting = (async () => {
    while (!working.signal.aborted) {
      const running = await fleet.judge.running().catch(() => null)
      if (running !== null && running.length < 3) await fleet.workload.submit()
      await sleep(50)
    }
  })()
  try {
    return await loseParts(parts, seededRandom(`lost keys ${SEED}`), { forMs: FOR_MS, gapMs: [20, 200] })
  } finally {
    working.abort()
    await submitting
    parts.close()
  }
}

describe.skipIf(inject('redis') === null)('with the queue in Redis (needs redis-server)', () => {
  const small = useFleet({ backend: 'redis' })
  /** Deletes a key as soon as it is there, five times. */
  const loses = (key: string) => async () => {
    const client = new Redis(small().stores.redis?.url ?? '')
    const until = performance.now() + 20_000
    let times = 0
    while (times < 5 && performance.now() < until) {
      times += await client.del(key)
      await sleep(2)
    }
    client.disconnect()
    expect(times, `${key} was there`).toBeGreaterThan(0)
    return { key, times }
  }

  const keys: [string, string][] = [
    ['the set of waiting calls', `bull:sample-${POOL}:prioritized`],
    ['the list of rounds under way', 'bull:round:active'],
    ['the list of waiting rounds', 'bull:round:wait'],
    ['the list of calls under way', `bull:sample-${POOL}:active`],
  ]
  // The loss of any keys includes these; each by itself takes a fleet for half a minute.
  it.each(keys.slice(0, IS_AT_LENGTH ? keys.length : 2))(
    'goes on where %s is lost',
    (_what, key) => heals(small(), loses(key)),
    LIMIT_MS,
  )

  it(
    'goes on whatever keys are lost',
    async () => {
      const fleet = small()
      await heals(fleet, () => underLoss(fleet, redisParts(fleet.stores.redis?.url ?? '')))
    },
    LIMIT_MS,
  )
})

describe('with the queue in PostgreSQL', () => {
  const small = useFleet({ backend: 'postgres' })

  it(
    'goes on whatever rows are lost',
    async () => {
      const fleet = small()
      await heals(fleet, () => underLoss(fleet, postgresParts(fleet.stores.db)))
    },
    LIMIT_MS,
  )
})
