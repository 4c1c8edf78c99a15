import pg from 'pg'
import { type Db, query } from './query.js'

export interface WantedConnections {
  /** How many a process's pool holds when everything it does happens at once. */
  readonly wanted: number
  /** With fewer it would wait for itself. */
  readonly least: number
}

export interface ServerConnections {
  /** max_connections less those reserved for superusers. */
  readonly most: number
  /** Those that are open, whoever has them. */
  readonly taken: number
}

/** The size of a pool, and a warning if it is smaller than wanted. */
export interface FittedPool {
  readonly connections: number
  readonly notice: string | null
}

/**
 * Fits a process's pool to what its database server has left. A pool that does not fit takes half of what is left, so
 * that others can start too. Throws an error that says what to set if even the least does not fit.
 */
export function fitPool({ wanted, least }: WantedConnections, { most, taken }: ServerConnections): FittedPool {
  const left = most - taken
  if (left >= wanted) return { connections: wanted, notice: null }
  const state = `PostgreSQL allows ${most} connections and ${taken} are taken: ${Math.max(0, left)} of the ${wanted} that this process wants are left`
  if (left < least) {
    throw new Error(
      `${state}, and it needs ${least}. Raise max_connections, put a pooler in front, or run fewer processes`,
    )
  }
  const connections = Math.max(least, Math.floor(left / 2))
  return {
    connections,
    notice: `${state}. Its pool holds ${connections} and it may work slower: raise max_connections`,
  }
}

/**
 * Reads how many connections a server allows and has, over one of them. Null if it cannot be asked; throws an error that
 * says what to set if it has none left to ask over.
 */
export async function readConnections(url: string): Promise<ServerConnections | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<ServerConnections>(CONNECTIONS)
    return rows[0] ?? null
  } catch (error) {
    if (isFull(error)) throw new Error(FULL, { cause: error })
    // Opening the pool says what is wrong with the address.
    return null
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Reads the same over a connection of a process that runs. */
export async function selectConnections(db: Db): Promise<ServerConnections | null> {
  const [row] = await query<ServerConnections>(db, CONNECTIONS)
  return row ?? null
}

const FULL =
  'All connections that PostgreSQL allows are taken: raise max_connections, put a pooler in front, or run fewer processes'

/** This connection itself is none of those that will be open. */
const CONNECTIONS = `
SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) AS most,
       (SELECT count(*)::int FROM pg_stat_activity WHERE datid IS NOT NULL AND pid <> pg_backend_pid()) AS taken`

/** too_many_connections; what is left is reserved for superusers. */
function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53300'
}
