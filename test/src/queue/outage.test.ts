import { randomUUID } from 'node:crypto'
import { CallQueues, openBackend, RoundQueue } from '@cges-fleet/queue'
import { describe, expect, it } from 'vitest'
import { freePort } from '../support/redis.js'
import { kinds, openStore } from './backends.js'

const queued = (callId: string) => {
  return { callId, kind: 'draw' as const, fence: 0, pool: 'p', priority: 1 }
}

/** The limit of an add, and some room for a busy machine. */
const LIMIT_MS = 5_000 + 3_000

async function timed(work: Promise<unknown>): Promise<{ failed: boolean; ms: number }> {
  const started = performance.now()
  const failed = await work.then(
    () => false,
    () => true,
  )
  return { failed, ms: performance.now() - started }
}

describe.for(kinds)('$title', ({ kind, skip }) => {
  it.skipIf(skip)(
    'fails to add, to ask and to tell whether a pool is paused within its limit while the store is away',
    async () => {
      const store = await openStore(kind)
      const calls = new CallQueues(store.backend)
      const rounds = new RoundQueue(store.backend)
      const call = queued(randomUUID())
      await calls.add([call])
      await rounds.ask(call.callId)
      await store.leave()
      const all = await Promise.all([
        timed(calls.add([{ ...call, fence: 1 }])),
        timed(calls.isPaused('p')),
        timed(rounds.ask(call.callId)),
      ])
      for (const { failed, ms } of all) {
        expect(failed).toBe(true)
        expect(ms).toBeLessThan(LIMIT_MS)
      }
      const closed = await timed(Promise.allSettled([calls.close(), rounds.close()]))
      expect(closed.ms).toBeLessThan(2 * LIMIT_MS)
      await store.close()
    },
  )
})

it('says which variable to set where Redis cannot be reached, without the password', async () => {
  const port = await freePort()
  const opened = openBackend({ redisUrl: `redis://user:secret@127.0.0.1:${port}`, databaseUrl: '' })
  await expect(opened).rejects.toThrow(new RegExp(`127.0.0.1:${port}.*set REDIS_URL.*unset on every process`))
  await expect(opened).rejects.not.toThrow(/secret/)
})
