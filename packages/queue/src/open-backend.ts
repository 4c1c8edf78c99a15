import type { EventEmitter } from 'node:events'
import { type ConnectionOptions, createPostgresBackend, createRedisBackend, setDefaultBackendFactory } from 'bullmq'
import { Redis } from 'ioredis'
import type { QueueStores } from './stores.js'

/** The connection every queue and worker of a process is made with. */
export interface QueueBackend {
  readonly kind: 'redis' | 'postgres'
  readonly connection: ConnectionOptions
}

/**
 * Points BullMQ at the chosen store for the whole process, @nestjs/bullmq's queues and workers included.
 * Call it before any of them is made. Says what to set when Redis cannot be reached.
 */
export async function openBackend(stores: QueueStores): Promise<QueueBackend> {
  if (stores.redisUrl === undefined) {
    setDefaultBackendFactory(createPostgresBackend)
    return { kind: 'postgres', connection: postgresConnection(stores.databaseUrl) }
  }
  await requireRedis(stores.redisUrl)
  setDefaultBackendFactory(createRedisBackend)
  return { kind: 'redis', connection: { url: stores.redisUrl, maxRetriesPerRequest: null } }
}

/** BullMQ keeps its tables in a schema of its own; its types know only Redis where a default backend is set. */
function postgresConnection(connectionString: string): ConnectionOptions {
  const connection = { connectionString, schema: 'bullmq', migrate: true, max: 6, onConnect: outliveServer }
  return connection as ConnectionOptions
}

/** A server that ends in the middle of one of BullMQ's transactions fails that transaction, not the whole process. */
function outliveServer(client: EventEmitter): void {
  client.on('error', () => undefined)
}

async function requireRedis(url: string): Promise<void> {
  const probe = new Redis(url, { lazyConnect: true, retryStrategy: null, connectTimeout: 5000 })
  probe.on('error', () => undefined)
  try {
    await probe.connect()
    await probe.ping()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `Redis at ${url.replace(/:[^:@/]*@/, ':…@')} cannot be used (${reason}): set REDIS_URL to one that runs, or unset it to queue in PostgreSQL`,
      { cause },
    )
  } finally {
    probe.disconnect()
  }
}
