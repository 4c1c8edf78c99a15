import type { EventEmitter } from 'node:events'
import {
  type ConnectionOptions,
  createPostgresBackend,
  createRedisBackend,
  setDefaultBackendFactory,
  type Telemetry,
} from 'bullmq'
import { Redis } from 'ioredis'
import { type PoolOptions, prepareQueue, QUEUE_SCHEMA } from './migrate-queue.js'
import { queueTroubles, shownUrl } from './queue-trouble.js'
import type { QueueStores } from './stores.js'

/**
 * A connection that owes an answer for this long is dead, even if no error says so: a network that dropped it never
 * will. Longer than a worker waits for a job (10 s at most).
 */
const SILENT_MS = 15_000

/** TCP keep-alive: after this long in silence the kernel checks that PostgreSQL still exists. */
const KEEP_ALIVE_MS = 10_000

/** The connection every queue and worker of a process is created with. */
export interface QueueBackend {
  readonly kind: 'redis' | 'postgres'
  readonly connection: ConnectionOptions
  /** Traces adds and jobs of a queue or a worker; left out if nothing is traced. */
  readonly telemetry?: Telemetry
  /** A warning about the store; null if there is none. */
  readonly notice: string | null
}

/**
 * Points BullMQ at the chosen store for the whole process, @nestjs/bullmq's queues and workers included. Call it before
 * any of them is created. Throws an error that says what to set if Redis cannot be reached.
 */
export async function openBackend(stores: QueueStores): Promise<QueueBackend> {
  const tracing = stores.traced === true ? { telemetry: await openTelemetry() } : {}
  if (stores.redisUrl === undefined) {
    const pool = postgresPool(stores)
    await prepareQueue(pool)
    setDefaultBackendFactory(createPostgresBackend)
    // With a default backend set, BullMQ's types still only know Redis.
    const connection = pool as ConnectionOptions
    return { kind: 'postgres', connection, notice: null, ...tracing }
  }
  const notice = await requireRedis(stores.redisUrl, stores)
  setDefaultBackendFactory(createRedisBackend)
  const connection = { url: stores.redisUrl, maxRetriesPerRequest: null, socketTimeout: SILENT_MS }
  return { kind: 'redis', connection, notice, ...tracing }
}

async function openTelemetry(): Promise<Telemetry> {
  const { BullMQOtel } = await import('bullmq-otel')
  return new BullMQOtel({ tracerName: 'bullmq' })
}

function postgresPool({ databaseUrl, onConnect = outliveServer }: QueueStores): PoolOptions {
  return {
    connectionString: databaseUrl,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    onConnect,
    schema: QUEUE_SCHEMA,
    max: 6,
  }
}

/** A server that dies in the middle of one of BullMQ's transactions fails that transaction, not the whole process. */
function outliveServer(client: EventEmitter): void {
  client.on('error', () => undefined)
}

async function requireRedis(url: string, { ownLogin = false, fleet }: QueueStores): Promise<string | null> {
  const probe = new Redis(url, { lazyConnect: true, retryStrategy: null, connectTimeout: 5000 })
  // Redis reports a wrong password here; the connection afterwards only closes.
  const said: Error[] = []
  probe.on('error', (error) => said.push(error))
  try {
    await probe.connect()
    const troubles = await queueTroubles(probe, url, fleet)
    const unsafe = troubles.find(({ kind }) => kind !== 'no_file')
    if (unsafe !== undefined) throw new UnsafeRedis(unsafe.why)
    const notices = [...troubles.map(({ why }) => why), ownLogin ? await sharedUser(url, probe) : null]
    return notices.filter((notice) => notice !== null).join('; ') || null
  } catch (cause) {
    if (cause instanceof UnsafeRedis) throw cause
    const reason = said[0]?.message ?? (cause instanceof Error ? cause.message : String(cause))
    throw new Error(
      `Redis at ${shownUrl(url)} cannot be used (${reason}): set REDIS_URL to one that runs, or unset it to queue in PostgreSQL`,
      { cause },
    )
  } finally {
    probe.disconnect()
  }
}

/** The user `default` has unlimited rights; a service without users has no other. */
async function sharedUser(url: string, probe: Redis): Promise<string | null> {
  const user = await probe.call('ACL', 'WHOAMI').catch(() => null)
  return user === 'default'
    ? `Redis at ${shownUrl(url)} lets this process do everything, as the user default: give it a user of ` +
        `its own (k8s/chart/files/logins/users.acl) and name that in REDIS_URL`
    : null
}

/** A reachable Redis that must not be used as it is. */
class UnsafeRedis extends Error {}
