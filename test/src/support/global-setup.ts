import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openDatabase } from '@cges-fleet/db'
import { startEmbeddedPostgres } from '@cges-fleet/db/embedded'
import type { TestProject } from 'vitest/node'
import { guardRun } from './guard/run-guard.js'
import { REDIS_DATABASES, startPrivateRedis } from './redis.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A real PostgreSQL of this run; its database `cges` is migrated and only ever cloned. */
    postgres: string
    /** A real Redis of this run, or null if no redis-server is installed. */
    redis: string | null
  }
}

interface Stores {
  readonly postgres: string
  readonly redis: string | null
  stop(): Promise<void>
}

/** The stores of this process's run, and how many projects still use them: vitest sets up each project by itself. */
const STORES = Symbol.for('cges.test-stores')
const kept = globalThis as { [STORES]?: { readonly stores: Promise<Stores>; users: number } }

/** Brings up the stores of a whole test run, once for all projects, and takes them down after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (kept[STORES] ??= { stores: startStores(), users: 0 })
  shared.users++
  const { postgres, redis, stop } = await shared.stores
  project.provide('postgres', postgres)
  project.provide('redis', redis)
  return async () => {
    if (--shared.users > 0) return
    delete kept[STORES]
    await stop()
  }
}

async function startStores(): Promise<Stores> {
  const removedAfter = guardRun()
  const folder = mkdtempSync(join(tmpdir(), 'cges-test-'))
  removedAfter(folder)
  // PostgreSQL's own user must be able to enter it, or its files would go where nobody clears them away.
  chmodSync(folder, 0o755)
  const postgres = await startEmbeddedPostgres({ folder, durable: false })
  const template = await openDatabase({ url: postgres.url, application: 'template', connections: 4 })
  await migrate(template)
  await template.destroy()
  const redis = await startPrivateRedis(folder, { more: ['--databases', String(REDIS_DATABASES)] })
  if (redis === null) console.warn('redis-server is not installed: tests on Redis are skipped')
  const stop = async () => {
    await redis?.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { postgres: postgres.url, redis: redis?.url ?? null, stop }
}
