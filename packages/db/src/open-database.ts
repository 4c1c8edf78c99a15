import 'reflect-metadata'
import { DataSource } from 'typeorm'
import { Initial1763700000000 } from './migrations/1763700000000-initial.js'
import { Rankings1763800000000 } from './migrations/1763800000000-rankings.js'
import { RewardModels1763900000000 } from './migrations/1763900000000-reward-models.js'

export interface DatabaseOptions {
  readonly url: string
  /** Shown in pg_stat_activity. */
  readonly application: string
  readonly connections: number
  /** Ends a transaction that a frozen process left open, so that its locks come free. */
  readonly idleInTransactionTimeoutMs?: number
}

/** Opens a pool of connections; says what to set when the database cannot be reached. */
export async function openDatabase(options: DatabaseOptions): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    url: options.url,
    applicationName: options.application,
    installExtensions: false,
    migrations: [Initial1763700000000, Rankings1763800000000, RewardModels1763900000000],
    migrationsTableName: 'migration',
    logging: false,
    extra: {
      connectionString: options.url,
      max: options.connections,
      connectionTimeoutMillis: 10_000,
      idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 60_000,
    },
    poolErrorHandler: () => undefined,
  })
  try {
    return await source.initialize()
  } catch (cause) {
    throw new Error(unreachable(options.url, cause), { cause })
  }
}

function unreachable(url: string, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message || String(cause) : String(cause)
  const shown = url.replace(/:[^:@/]*@/, ':…@')
  return `PostgreSQL at ${shown} cannot be used (${reason}): set DATABASE_URL to one that runs, or unset it for the embedded one`
}
