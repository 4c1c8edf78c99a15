import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, it } from 'vitest'
import { COMMITS, HANDS_BACK } from './nemesis/schedule.js'
import { mayMount } from './stores/small-disk.js'
import { IS_AT_LENGTH } from '../support/repetitions.js'
import { draws, during, LIMIT_MS, useFleet } from './use-small-fleet.js'

const hasRedis = inject('redis') !== null

describe.skipIf(!IS_AT_LENGTH || !hasRedis)(
  'with the queue in Redis (needs redis-server; takes minutes: run npm run test:with -- length)',
  () => {
    const small = useFleet({ backend: 'redis' })

    it(
      'Redis behind a partition: nothing new is claimed, and work goes on when it is over',
      async () => {
        const fleet = small()
        const proxy = fleet.stores.proxyOf('redis')
        await during(fleet, async () => {
          proxy?.partition()
          await sleep(4000)
          const before = fleet.model.calls.length
          await sleep(3000)
          expect(fleet.model.calls.length - before, 'calls while no job can arrive').toBe(0)
          proxy?.heal('reset')
          await draws(fleet)
          proxy?.partition()
          await sleep(3000)
          proxy?.heal('resume')
          await draws(fleet)
        })
      },
      LIMIT_MS,
    )

    it(
      'Redis full: what cannot be queued waits as rows',
      async () => {
        const fleet = small()
        const { redis } = fleet.stores
        await during(fleet, async () => {
          await redis?.limitMemory('1mb')
          await sleep(3000)
          await redis?.limitMemory('0')
          await draws(fleet)
        })
      },
      LIMIT_MS,
    )

    it(
      'Redis that fails over to a replica two seconds behind: what it lost is queued again',
      async () => {
        const fleet = small()
        const { redis } = fleet.stores
        await during(fleet, async () => {
          await redis?.failOver(2000)
          fleet.stores.proxyOf('redis')?.leadTo({ port: redis?.port ?? 0, host: '127.0.0.1' })
          await draws(fleet)
        })
      },
      LIMIT_MS,
    )

    it(
      'Redis connections that stay silent for ever: they are given up and made anew',
      async () => {
        const fleet = small()
        const proxy = fleet.stores.proxyOf('redis')
        await during(fleet, async () => {
          proxy?.partition()
          await sleep(500)
          proxy?.heal('half-open')
          await draws(fleet)
        })
      },
      LIMIT_MS,
    )
  },
)

describe.skipIf(!IS_AT_LENGTH)('with the queue in PostgreSQL (takes minutes: run npm run test:with -- length)', () => {
  const small = useFleet({ backend: 'postgres', workers: 3 })

  it(
    'every worker told to stop at once, under load: what they held is handed back, no call is lost',
    async () => {
      const fleet = small()
      await during(fleet, async () => {
        for (const worker of fleet.fleet.of('worker')) worker.signal('SIGTERM')
        await expect
          .poll(() => fleet.fleet.of('worker').filter(({ ready }) => ready), { timeout: 60_000 })
          .toHaveLength(3)
        await draws(fleet)
      })
      const lost = await fleet.stores.db.query<unknown[]>(`SELECT 1 FROM call_ledger WHERE state = 'lost'`)
      expect(lost, 'calls nobody handed back').toHaveLength(0)
    },
    LIMIT_MS,
  )

  it(
    'the answer to a commit lost: of a claim, a landing, a hand-back, a round, a submission',
    async () => {
      const fleet = small()
      const proxy = fleet.stores.proxyOf('postgres')
      const statements = [...COMMITS, 'WITH due AS']
      await during(fleet, async () => {
        for (const statement of statements) {
          const before = proxy?.cuts ?? 0
          proxy?.cutAfter(statement, 2)
          if (statement === HANDS_BACK) for (const worker of fleet.fleet.of('worker')) worker.signal('SIGTERM')
          await expect.poll(() => proxy?.cuts, { timeout: 60_000 }).toBe(before + 2)
        }
        await draws(fleet)
      })
    },
    LIMIT_MS,
  )

  it(
    'PostgreSQL silent for longer than a lease',
    async () => {
      const fleet = small()
      const proxy = fleet.stores.proxyOf('postgres')
      await during(fleet, async () => {
        proxy?.partition()
        await sleep(4000)
        proxy?.heal('resume')
        await draws(fleet)
      })
    },
    LIMIT_MS,
  )

  it(
    'PostgreSQL connections that stay silent for ever: they are given up and made anew',
    async () => {
      const fleet = small()
      const proxy = fleet.stores.proxyOf('postgres')
      await during(fleet, async () => {
        proxy?.partition()
        await sleep(500)
        proxy?.heal('half-open')
        const began = performance.now()
        await draws(fleet)
        console.log(`drawn again after ${((performance.now() - began) / 1000).toFixed(1)} s`)
      })
    },
    LIMIT_MS,
  )

  it(
    'answers that break off: drawn again once, marked, and then given up',
    async () => {
      const fleet = small()
      fleet.model.plan = { ...fleet.model.plan, unclear: 0.3 }
      const { id } = await fleet.workload.submit(1)
      await fleet.ended()
      const [seen] = await fleet.stores.db.query<{ marked: number; most: number; given: number }[]>(
        `SELECT count(*) FILTER (WHERE unclear_faults > 0)::int AS marked, max(unclear_faults)::int AS most,
                count(*) FILTER (WHERE outcome = 'infra_error' AND unclear_faults <> 1)::int AS given
         FROM sample WHERE evaluation_id = $1`,
        [id],
      )
      expect(seen?.marked).toBeGreaterThan(3)
      expect(seen).toMatchObject({ most: 1, given: 0 })
      const violations = (await fleet.judged()).filter(({ invariant }) => invariant !== 'digest')
      expect(violations).toEqual([])
    },
    LIMIT_MS,
  )
})

const noDisk = !IS_AT_LENGTH || !mayMount()

describe.skipIf(noDisk)(
  'on a disk of its own (needs the right to mount one; takes minutes: run npm run test:with -- length)',
  () => {
    const small = useFleet({ backend: 'postgres', diskMegabytes: 512 })

    it(
      'full: no call is made that the ledger cannot hold, and work goes on when there is room again',
      async () => {
        const fleet = small()
        const { postgres } = fleet.stores
        await during(fleet, async () => {
          const free = postgres.fillDisk()
          await expect.poll(() => postgres.log, { timeout: 60_000 }).toContain('No space left on device')
          await sleep(4000)
          free()
          await postgres.restart()
          await draws(fleet)
        })
      },
      LIMIT_MS,
    )
  },
)
