import type { EventEmitter } from 'node:events'
import {
  type ConnectionOptions,
  createPostgresBackend,
  createRedisBackend,
  PostgresConnection,
  setDefaultBackendFactory,
  type Telemetry,
} from 'bullmq'
import { Redis } from 'ioredis'
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

async function requireRedis(url: string, { needsRoleLogin = false, fleet }: QueueStores): Promise<string | null> {
  const probe = new Redis(url, { lazyConnect: true, retryStrategy: null, connectTimeout: 5000 })
  // Redis reports a wrong password here; the connection afterwards only closes.
  const said: Error[] = []
  probe.on('error', (error) => said.push(error))
  try {
    await probe.connect()
    const troubles = await queueTroubles(probe, url, fleet)
    const unsafe = troubles.find(({ kind }) => kind !== 'no_file')
    if (unsafe !== undefined) throw new UnsafeRedis(unsafe.why)
    const notices = [...troubles.map(({ why }) => why), needsRoleLogin ? await sharedUser(url, probe) : null]
    return notices.filter((notice) => notice !== null).join('; ') || null
  } catch (cause) {
    if (cause instanceof UnsafeRedis) throw cause
    const reason = said[0]?.message ?? (cause instanceof Error ? cause.message : String(cause))
    throw new Error(
      `Redis at ${shownUrl(url)} cannot be used (${reason}): set REDIS_URL to one that answers. A fleet without Redis has it unset on every process`,
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

/** Something about the queue's Redis that an operator must change. */
export interface QueueTrouble {
  readonly kind: 'evicts' | 'no_file' | 'other_fleet'
  /** What is wrong and what to do, in a sentence. */
  readonly why: string
}

/** The key that holds the id of the fleet whose queue it is. Every login of the fleet may write below `bull:round:`. */
const FLEET_KEY = 'bull:round:fleet'

/** Redis's address without its password. */
function shownUrl(url: string): string {
  return url.replace(/:[^:@/]*@/, ':…@')
}

/**
 * Looks at Redis's settings: a full Redis must refuse new jobs rather than evict old ones; one without an append-only
 * file loses everything when it stops. And at whose it is: two fleets on one Redis take each other's jobs, and find
 * them to be none of theirs.
 */
async function queueTroubles(client: Redis, url: string, fleet: string | undefined): Promise<QueueTrouble[]> {
  const info = await client.info()
  const troubles = [
    evicts(url, info),
    noFile(url, info),
    fleet === undefined ? null : await otherFleet(client, url, fleet),
  ]
  return troubles.filter((trouble) => trouble !== null)
}

/** Looks at a queue's Redis on a connection of its own, which a running process may do now and then. */
export async function watchedQueue(url: string, fleet: string): Promise<QueueTrouble[]> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: null, connectTimeout: 5000, commandTimeout: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await queueTroubles(client, url, fleet)
  } finally {
    client.disconnect()
  }
}

function evicts(url: string, info: string): QueueTrouble | null {
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1]
  if (policy === undefined || policy === 'noeviction') return null
  return {
    kind: 'evicts',
    why: `Redis at ${shownUrl(url)} drops jobs when it is full (maxmemory-policy ${policy}): set maxmemory-policy noeviction there`,
  }
}

function noFile(url: string, info: string): QueueTrouble | null {
  if (!/^aof_enabled:0/m.test(info)) return null
  return {
    kind: 'no_file',
    why: `Redis at ${shownUrl(url)} keeps no append-only file: jobs it forgets are queued again from PostgreSQL, later`,
  }
}

/** Claims Redis for a fleet if it is nobody's: a Redis that was emptied is. */
async function otherFleet(client: Redis, url: string, fleet: string): Promise<QueueTrouble | null> {
  await client.set(FLEET_KEY, fleet, 'NX')
  const owner = await client.get(FLEET_KEY)
  if (owner === null || owner === fleet) return null
  return {
    kind: 'other_fleet',
    why:
      `Redis at ${shownUrl(url)} is the queue of another fleet (its database is ${owner}, this one's ${fleet}): set REDIS_URL ` +
      `to a Redis of its own or another database number, such as redis://host/1; if that fleet is gone, run DEL ${FLEET_KEY} there`,
  }
}

/** BullMQ keeps its tables in a schema of its own. */
const QUEUE_SCHEMA = 'bullmq'

/** How BullMQ opens its pool. */
type PoolOptions = Exclude<ConstructorParameters<typeof PostgresConnection>[0], string>

/** PostgreSQL's error code for missing rights on a schema. */
const NOT_ALLOWED = '42501'

/** Creates the queue's schema in a database, or updates it; the login that does so owns it and grants its use. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  await tried({ connectionString: databaseUrl, schema: QUEUE_SCHEMA, max: 1, migrate: true })
}

/** Runs `migrateQueue` if the process may; else the schema's owner must have done so. */
async function prepareQueue(connection: PoolOptions): Promise<void> {
  const mayMigrate = await tried({ ...connection, max: 1, migrate: true }).then(() => true, refused)
  if (mayMigrate) return
  await tried({ ...connection, max: 1 }).catch((cause: unknown) => {
    throw new Error(
      'The queue in PostgreSQL is not there for this login: have its owner run `cges migrate --queue`, or set REDIS_URL',
      { cause },
    )
  })
}

/** False if PostgreSQL does not allow it; throws what else went wrong. */
function refused(error: unknown): false {
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === NOT_ALLOWED) return false
  throw error
}

async function tried(options: PoolOptions): Promise<void> {
  const connection = new PostgresConnection(options)
  connection.on('error', () => undefined)
  try {
    await connection.waitUntilReady()
  } finally {
    await connection.close()
  }
}
