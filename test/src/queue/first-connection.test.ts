import { randomUUID } from 'node:crypto'
import { CallQueues, openBackend, RoundQueue } from '@cges-fleet/queue'
import { expect, it } from 'vitest'
import { FaultProxy } from '../chaos/stores/fault-proxy.js'
import { freshDatabase } from '../support/databases.js'

const queued = (callId: string) => {
  return { callId, kind: 'draw' as const, fence: 0, pool: 'p', priority: 1 }
}

it('queues again once PostgreSQL answers, though a queue’s very first connection was cut', async () => {
  const fresh = await freshDatabase()
  const { pathname, searchParams } = new URL(fresh.url)
  const proxy = await FaultProxy.start({ path: `${searchParams.get('host')}/.s.PGSQL.5432` })
  try {
    const backend = await openBackend({
      redisUrl: undefined,
      databaseUrl: `postgres://postgres@127.0.0.1:${proxy.port}${pathname}`,
    })
    const calls = new CallQueues(backend)
    const rounds = new RoundQueue(backend)
    const call = queued(randomUUID())
    proxy.resetAfter(0)
    await expect(calls.add([call])).rejects.toThrow()
    await expect(rounds.ask(call.callId)).rejects.toThrow()
    proxy.resetAfter(Infinity)
    await calls.add([call])
    await rounds.ask(call.callId)
    expect((await calls.jobCounts('p')).counts).toMatchObject({ prioritized: 1 })
    expect((await rounds.jobCounts()).counts).toMatchObject({ waiting: 1 })
    await Promise.all([calls.close(), rounds.close()])
  } finally {
    await proxy.close()
    await fresh.drop()
  }
})
