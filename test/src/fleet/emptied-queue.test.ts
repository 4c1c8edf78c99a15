import { openBackend, poolQueue } from '@cges-fleet/queue'
import { Queue } from 'bullmq'
import { afterEach, expect, it } from 'vitest'
import { TestFleet } from './test-fleet.js'

let fleet: TestFleet | undefined
afterEach(() => fleet?.stop())

const CALLS = `SELECT count(*)::int AS n FROM call WHERE live AND state = 'pending' AND queue_at < now() - interval '1 second'`

it('queues again what an emptied queue lacks, and touches nothing that waits in it', { timeout: 120_000 }, async () => {
  fleet = await TestFleet.start({ redis: null, workers: 1, concurrency: 1, timeScale: 2, everyone: { PORT: '0' } })
  const coordinator = fleet.processes[1]
  const requeued = async (reason: string) => {
    const text = await (await fetch(`${coordinator?.listening}/metrics`)).text()
    return Number(
      new RegExp(`^fleet_requeued_total\\{pool="test",reason="${reason}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
    )
  }
  const waiting = async () => (await fleet?.sql<{ n: number }>(CALLS))?.[0]?.n
  await fleet.submit({ methods: ['sc@4'], questions: 40 })
  await expect.poll(waiting, { timeout: 90_000 }).toBeGreaterThan(10)
  await new Promise((resolve) => setTimeout(resolve, 4000))
  expect(await requeued('returned')).toBe(0)
  expect(await requeued('lost')).toBeLessThan(3)
  const backend = await openBackend({ redisUrl: undefined, databaseUrl: fleet.database.url })
  const queue = new Queue(poolQueue('test'), { connection: backend.connection })
  await queue.drain()
  await expect.poll(() => requeued('lost'), { timeout: 90_000 }).toBeGreaterThan(10)
  await queue.close()
})
