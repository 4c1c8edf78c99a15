import 'reflect-metadata'
import type { EventEmitter } from 'node:events'
import pg from 'pg'
import { DataSource } from 'typeorm'
import { DATABASE_ROLE, type DatabaseRole } from './access/database-role.js'
import { endSilentConnections } from './end-silent-connections.js'
import { ENTITIES } from './entities/entities.js'
import { SnakeCaseNames } from './entities/snake-case-names.js'
import { keepPrepared } from './keep-prepared.js'
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
import { Deliveries1765069500000 } from './migrations/1765069500000-deliveries.js'
import { EvaluationList1765068000000 } from './migrations/1765068000000-evaluation-list.js'
import { Calls1765070000000 } from './migrations/1765070000000-calls.js'
import { QuestionFilters1765090000000 } from './migrations/1765090000000-question-filters.js'
import { PoolHistory1765100000000 } from './migrations/1765100000000-pool-history.js'
import { CertifiedThresholds1765110000000 } from './migrations/1765110000000-certified-thresholds.js'
import { OtherScores1765128000000 } from './migrations/1765128000000-other-scores.js'
import { StepScorers1765129000000 } from './migrations/1765129000000-step-scorers.js'
import { MethodTokens1765131000000 } from './migrations/1765131000000-method-tokens.js'
import { EndedEarly1765132000000 } from './migrations/1765132000000-ended-early.js'
import { EarlyEnds1765132100000 } from './migrations/1765132100000-early-ends.js'
import { BestTokens1765133000000 } from './migrations/1765133000000-best-tokens.js'
import { TokensOrder1765135000000 } from './migrations/1765135000000-tokens-order.js'
import { PreflightsAndCopies1765140000000 } from './migrations/1765140000000-preflights-and-copies.js'
import { QueuedCalls1765126000000 } from './migrations/1765126000000-queued-calls.js'
import { UsableDemand1765125000000 } from './migrations/1765125000000-usable-demand.js'

/** In the order they run. A released migration never changes: existing databases have run it as it was. */
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
  Deliveries1765069500000,
  Calls1765070000000,
  QuestionFilters1765090000000,
  PoolHistory1765100000000,
  CertifiedThresholds1765110000000,
  UsableDemand1765125000000,
  QueuedCalls1765126000000,
  OtherScores1765128000000,
  StepScorers1765129000000,
  MethodTokens1765131000000,
  EndedEarly1765132000000,
  EarlyEnds1765132100000,
  BestTokens1765133000000,
  TokensOrder1765135000000,
  PreflightsAndCopies1765140000000,
]

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
