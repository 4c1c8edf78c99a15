import type { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import 'reflect-metadata'
import { DataSource } from 'typeorm'
import { DATABASE_ROLE, type DatabaseRole } from '../access/logins.js'
import { endSilentConnections } from './silent-connections.js'
import { ENTITIES } from '../schema/entities.js'
import { SnakeCaseNames } from '../schema/entity.js'
import { MIGRATIONS } from '../schema/schema.js'
import { FIXED, isStalePlan } from './query.js'

interface DatabaseOptions {
  readonly url: string
  /** Shown in pg_stat_activity. */
  readonly application: string
  readonly connections: number
  /** The role to act in; the owner, who migrates, leaves it out. */
  readonly role?: DatabaseRole
}

/** How long a process frozen inside a transaction keeps its locks. */
const IDLE_IN_TRANSACTION_MS = 5000

/** TCP keep-alive: after this long in silence the kernel checks that the other side still exists. */
const KEEP_ALIVE_MS = 10_000

/**
 * Opens a connection pool whose connections act in the given role from their first statement on; throws an error that
 * says what to set if the database cannot be reached.
 */
export async function openDatabase(options: DatabaseOptions): Promise<DataSource> {
  const { role } = options
  const source = new DataSource({
    type: 'postgres',
    // Named, since a bundle has no folder in which it could be looked for.
    driver: pg,
    url: options.url,
    applicationName: options.application,
    installExtensions: false,
    // A worker has no table, so it has no entities either: it calls functions.
    entities: role === 'worker' ? [] : ENTITIES,
    namingStrategy: new SnakeCaseNames(),
    migrations: MIGRATIONS,
    migrationsTableName: 'migration',
    logging: false,
    extra: {
      connectionString: options.url,
      max: options.connections,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      onConnect: onConnect(options),
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      options: startupOptions(role),
    },
    poolErrorHandler: () => undefined,
  })
  try {
    await source.initialize()
  } catch (cause) {
    throw new Error(unusable(options, cause), { cause })
  }
  if (role !== undefined) await requireRole(source, role)
  return source
}

/** The processes whose statements are few and fixed; of the API's, which it composes from its requests, only those named are. */
const PREPARES: ReadonlySet<DatabaseRole | undefined> = new Set(['coordinator', 'gateway', 'worker'] as const)

/**
 * A prepared statement keeps the plan it was given while tables were empty, when a full scan was cheapest. Prepared
 * statements find their rows by key. Left to choose, PostgreSQL plans half of a round's statements anew each time, for
 * plans that are no better: a sixth of its time. A server with LLVM would compile every statement whose cost it
 * estimates high, which takes it up to a second for answers that take milliseconds.
 */
function startupOptions(role: DatabaseRole | undefined): string {
  if (role === undefined) return '-c cges.owner=on -c jit=off'
  const plans = PREPARES.has(role) ? ' -c enable_seqscan=off -c plan_cache_mode=force_generic_plan' : ''
  return `-c role=${DATABASE_ROLE[role]} -c jit=off${plans}`
}

function onConnect({ url, role }: DatabaseOptions): (client: EventEmitter) => void {
  const watch = endSilentConnections(url)
  return (client) => {
    if (role !== undefined) keepPrepared(client, PREPARES.has(role) ? null : FIXED)
    watch(client)
  }
}

/**
 * A pooler between us and the server may drop the role; row-level security would then apply to the login's rows instead
 * of the team's.
 */
async function requireRole(source: DataSource, role: DatabaseRole): Promise<void> {
  const [is]: { name: string; above: boolean }[] = await source.query(
    'SELECT rolname AS name, rolsuper OR rolbypassrls AS above FROM pg_roles WHERE rolname = current_user',
  )
  if (is?.name === DATABASE_ROLE[role] && !is.above) return
  await source.destroy()
  throw new Error(
    `PostgreSQL made this process ${is?.name ?? 'nobody'}, not ${DATABASE_ROLE[role]}: connect to it directly, or through a pooler that keeps the startup parameter "options"`,
  )
}

/** What a process says of a schema that lacks what it needs, or is not there. */
export const OLDER =
  'The database has no schema of cges-fleet yet, or an older one than this program needs: run `cges migrate` first'

function unusable({ url, role }: DatabaseOptions, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message || String(cause) : String(cause)
  const shown = url.replace(/:[^:@/]*@/, ':…@')
  if (role !== undefined && /role "cges_\w+" does not exist/.test(reason)) {
    return OLDER
  }
  if (role !== undefined && /permission denied to set role/.test(reason)) {
    return `The user of PostgreSQL at ${shown} may not act as ${DATABASE_ROLE[role]}: set DATABASE_URL to the login made for it, or, where one login is to do for all (STORE_LOGINS=shared), have an administrator run GRANT ${Object.values(DATABASE_ROLE).join(', ')} TO that user`
  }
  return `PostgreSQL at ${shown} cannot be used (${reason}): set DATABASE_URL to one that answers, with the login’s password`
}

/** A statement that never gets its answer holds its connection for as long as the network takes to notice. */
const END_MS = 5000

/** Closes a process's connections in bounded time, so that an unreachable database cannot delay shutdown. */
export async function closeDatabase(db: DataSource): Promise<void> {
  await Promise.race([db.destroy().catch(() => undefined), sleep(END_MS, undefined, { ref: false })])
}

/** The part of a `pg` connection used here. */
interface Connected extends EventEmitter {
  query(...statement: unknown[]): unknown
}

/** How many statements a connection keeps: the server holds each with its plan. */
const MOST_KEPT = 500

/**
 * Has a connection prepare each statement with parameters once and send it by name from then on. Planning a round's
 * statements takes longer than running them; PostgreSQL keeps a plan once it sees that new ones would be no better. For
 * processes whose statements are few and fixed: texts put together from filters would each be kept. With `only`, it
 * prepares these alone.
 */
function keepPrepared(emitter: EventEmitter, only: ReadonlySet<string> | null): void {
  const client = emitter as Connected
  const query = client.query.bind(client)
  const names = new Map<string, string>()
  let generation = 0
  client.query = (...statement) => {
    const [text, values] = statement
    const named = typeof text === 'string' && Array.isArray(values) && values.length > 0 && statement.length === 2
    if (!named || (only !== null && !only.has(text))) return query(...statement)
    if (!names.has(text) && names.size >= MOST_KEPT) return query(...statement)
    const name = names.get(text) ?? `${generation}.${names.size}`
    names.set(text, name)
    const sent = query({ name, text, values })
    // Its table has changed since: all names are forgotten, so that sending it again prepares it anew.
    if (sent instanceof Promise) sent.catch((error: unknown) => isStalePlan(error) && forget())
    return sent
  }
  const forget = (): void => {
    names.clear()
    generation += 1
  }
}
