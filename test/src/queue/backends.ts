import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBackend, type QueueBackend } from '@cges-fleet/queue'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { freshDatabase } from '../support/databases.js'
import { startPrivateRedis } from '../support/redis.js'

type Kind = 'redis' | 'postgres'

/** Why tests on Redis do not run here, for their title. */
export const kinds: readonly { kind: Kind; skip: boolean; title: string }[] = [
  { kind: 'postgres', skip: false, title: 'on PostgreSQL' },
  inject('redis') === null
    ? { kind: 'redis', skip: true, title: 'on Redis (skipped: redis-server is not installed)' }
    : { kind: 'redis', skip: false, title: 'on Redis' },
]

interface OpenStore {
  readonly backend: QueueBackend
  /** Takes the store away for good, as an outage does. */
  leave(): Promise<void>
  close(): Promise<void>
}

/** A queue store of this test's own, so that it may be emptied or taken away. */
export async function openStore(kind: Kind): Promise<OpenStore> {
  if (kind === 'postgres') {
    const fresh = await freshDatabase()
    const backend = await openBackend({ redisUrl: undefined, databaseUrl: fresh.url })
    let gone = false
    const leave = async () => {
      if (!gone) await fresh.drop()
      gone = true
    }
    return { backend, leave, close: leave }
  }
  const folder = mkdtempSync(join(tmpdir(), 'cges-redis-'))
  const redis = await startPrivateRedis(folder)
  if (redis === null) throw new Error('redis-server is not installed')
  const backend = await openBackend({ redisUrl: redis.url, databaseUrl: '' })
  return {
    backend,
    leave: () => redis.stop(),
    close: async () => {
      await redis.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One store for all tests of a describe block. */
export function useStore(kind: Kind, skip: boolean): () => QueueBackend {
  let store: OpenStore | undefined
  beforeAll(async () => {
    if (!skip) store = await openStore(kind)
  })
  afterAll(() => store?.close())
  return () => {
    if (store === undefined) throw new Error('the store is there inside a test only')
    return store.backend
  }
}

interface Closable {
  close(): Promise<unknown>
}

/** Gives what notes a thing that a test opened: the last opened is closed first, once the test has ended. */
export function useOpened(): <T extends Closable>(one: T) => T {
  const open: Closable[] = []
  afterEach(async () => {
    for (const each of open.toReversed()) await each.close()
    open.length = 0
  })
  return (one) => {
    open.push(one)
    return one
  }
}
