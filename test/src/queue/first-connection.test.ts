import { randomUUID } from 'node:crypto'
import { openBackend, RoundQueue, CallQueues } from '@cges-fleet/queue'
import { expect, it } from 'vitest'
import { FaultProxy } from '../chaos/stores/fault-proxy.js'
import { freshDatabase } from '../support/fresh-database.js'

it('queues again once PostgreSQL answers, though a queue’s very first connection was cut', async () => {
  const fresh = await freshDatabase()
  const { pathname, searchParams } = new URL(fresh.url)
  const proxy = await FaultProxy.start({ path: `${searchParams.get('host')}/.s.PGSQL.5432` })
  try {
    const backend = await openBackend({
      redisUrl: undefined,
      databaseUrl: `postgres://postgres@127.0.0.1:${proxy.port}${pathname}`,
    })
    const [samples, rounds] = [new CallQueues(backend), new RoundQueue(backend)]
    const sample = { trialId: randomUUID(), index: 0, fence: 0, pool: 'p', priority: 1 }
    proxy.resetAfter(0)
    await expect(samples.add([sample])).rejects.toThrow()
    await expect(rounds.ask(sample.trialId)).rejects.toThrow()
    proxy.resetAfter(Infinity)
    await samples.add([sample])
    await rounds.ask(sample.trialId)
    expect((await samples.jobCounts('p')).counts).toMatchObject({ prioritized: 1 })
    expect((await rounds.jobCounts()).counts).toMatchObject({ waiting: 1 })
    await Promise.all([samples.close(), rounds.close()])
  } finally {
    await proxy.close()
    await fresh.drop()
  }
})
