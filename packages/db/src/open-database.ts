import 'reflect-metadata'
import { DataSource } from 'typeorm'
import { DATABASE_ROLE, type DatabaseRole } from './access/database-role.js'
import { endSilentConnections } from './end-silent-connections.js'
import { Initial1763700000000 } from './migrations/1763700000000-initial.js'
import { Rankings1763800000000 } from './migrations/1763800000000-rankings.js'
import { RewardModels1763900000000 } from './migrations/1763900000000-reward-models.js'
import { ModelRevisions1764000000000 } from './migrations/1764000000000-model-revisions.js'
import { Regrades1764100000000 } from './migrations/1764100000000-regrades.js'
import { ImportedLogs1764200000000 } from './migrations/1764200000000-imported-logs.js'
import { GuardedStates1764300000000 } from './migrations/1764300000000-guarded-states.js'
import { Lifecycle1764300000001 } from './migrations/1764300000001-lifecycle.js'
import { TeamsAndKeys1764400000000 } from './migrations/1764400000000-teams-and-keys.js'
import { GpuTime1764500000000 } from './migrations/1764500000000-gpu-time.js'
import { FairShare1764600000000 } from './migrations/1764600000000-fair-share.js'
import { Traces1764700000000 } from './migrations/1764700000000-traces.js'
import { CountedWork1764800000000 } from './migrations/1764800000000-counted-work.js'
import { AnswerTiers1764900000000 } from './migrations/1764900000000-answer-tiers.js'
import { ImportProgress1764910000000 } from './migrations/1764910000000-import-progress.js'
import { FleetAdministrators1765000000000 } from './migrations/1765000000000-fleet-administrators.js'
import { Refusals1765010000000 } from './migrations/1765010000000-refusals.js'
import { StoredBytes1765030000000 } from './migrations/1765030000000-stored-bytes.js'
import { PoolContext1765040000000 } from './migrations/1765040000000-pool-context.js'
import { TinyModels1765050000000 } from './migrations/1765050000000-tiny-models.js'
import { LiveFigures1765060000000 } from './migrations/1765060000000-live-figures.js'
import { LiveDifferences1765065000000 } from './migrations/1765065000000-live-differences.js'
import { EvaluationList1765068000000 } from './migrations/1765068000000-evaluation-list.js'
import { Calls1765070000000 } from './migrations/1765070000000-calls.js'
import { QuestionFilters1765090000000 } from './migrations/1765090000000-question-filters.js'

/** In the order they run. One that has landed never changes: databases that are there have run it as it was. */
const MIGRATIONS = [
  Initial1763700000000,
  Rankings1763800000000,
  RewardModels1763900000000,
  ModelRevisions1764000000000,
  Regrades1764100000000,
  ImportedLogs1764200000000,
  GuardedStates1764300000000,
  Lifecycle1764300000001,
  TeamsAndKeys1764400000000,
  GpuTime1764500000000,
  FairShare1764600000000,
  Traces1764700000000,
  CountedWork1764800000000,
  AnswerTiers1764900000000,
  ImportProgress1764910000000,
  FleetAdministrators1765000000000,
  Refusals1765010000000,
  StoredBytes1765030000000,
  PoolContext1765040000000,
  TinyModels1765050000000,
  LiveFigures1765060000000,
  LiveDifferences1765065000000,
  EvaluationList1765068000000,
  Calls1765070000000,
  QuestionFilters1765090000000,
]

export interface DatabaseOptions {
  readonly url: string
  /** Shown in pg_stat_activity. */
  readonly application: string
  readonly connections: number
  /** What the process is to the database; left out by the owner, who migrates. */
  readonly role?: DatabaseRole
}

/** A process that freezes inside a transaction gives its locks back after this long. */
const IDLE_IN_TRANSACTION_MS = 5000

/** The kernel asks a connection that says nothing for so long whether anyone is there. */
const KEEP_ALIVE_MS = 10_000

/** Opens a pool of connections, each in its role from its first statement on; says what to set when the database cannot be reached. */
export async function openDatabase(options: DatabaseOptions): Promise<DataSource> {
  const { role } = options
  const source = new DataSource({
    type: 'postgres',
    url: options.url,
    applicationName: options.application,
    installExtensions: false,
    migrations: MIGRATIONS,
    migrationsTableName: 'migration',
    logging: false,
    extra: {
      connectionString: options.url,
      max: options.connections,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      onConnect: endSilentConnections(options.url),
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      options: role === undefined ? '-c cges.owner=on' : `-c role=${DATABASE_ROLE[role]}`,
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

/** A pooler between us and the server may drop the role; row-level security would then show the login user's rows, not the team's. */
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
