import 'reflect-metadata'
import type { EventEmitter } from 'node:events'
import pg from 'pg'
import { DataSource } from 'typeorm'
import { DATABASE_ROLE, type DatabaseRole } from './access/database-role.js'
import { endSilentConnections } from './end-silent-connections.js'
import { ENTITIES } from './entities/entities.js'
import { SnakeCaseNames } from './entities/snake-case-names.js'
import { keepPrepared } from './keep-prepared.js'
import { MIGRATIONS } from './schema/migrations.js'

export interface DatabaseOptions {
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

/** The processes whose statements are few and fixed; the API composes its statements from its requests. */
const PREPARES: ReadonlySet<DatabaseRole | undefined> = new Set(['coordinator', 'worker'] as const)

/**
 * A prepared statement keeps the plan it was given while tables were empty, when a full scan was cheapest. Prepared
 * statements find their rows by key.
 */
function startupOptions(role: DatabaseRole | undefined): string {
  if (role === undefined) return '-c cges.owner=on'
  const plans = PREPARES.has(role) ? ' -c enable_seqscan=off' : ''
  return `-c role=${DATABASE_ROLE[role]}${plans}`
}

function onConnect({ url, role }: DatabaseOptions): (client: EventEmitter) => void {
  const watch = endSilentConnections(url)
  return (client) => {
    if (PREPARES.has(role)) keepPrepared(client)
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

function unusable({ url, role }: DatabaseOptions, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message || String(cause) : String(cause)
  const shown = url.replace(/:[^:@/]*@/, ':…@')
  if (role !== undefined && /role "cges_\w+" does not exist/.test(reason)) {
    return 'The database schema is older than this program: run `cges migrate` first'
  }
  if (role !== undefined && /permission denied to set role/.test(reason)) {
    return `The user of PostgreSQL at ${shown} may not act as ${DATABASE_ROLE[role]}: set DATABASE_URL to the login made for it, or have a superuser run GRANT ${DATABASE_ROLE[role]} TO that user`
  }
  return `PostgreSQL at ${shown} cannot be used (${reason}): set DATABASE_URL to one that runs, or unset it for the embedded one`
}
