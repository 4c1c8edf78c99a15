import { PostgresConnection } from 'bullmq'

/** BullMQ keeps its tables in a schema of its own. */
export const QUEUE_SCHEMA = 'bullmq'

/** How BullMQ opens its pool. */
export type PoolOptions = Exclude<ConstructorParameters<typeof PostgresConnection>[0], string>

/** PostgreSQL's error code for missing rights on a schema. */
const NOT_ALLOWED = '42501'

/** Creates the queue's schema in a database, or updates it; the login that does so owns it and grants its use. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  await tried({ connectionString: databaseUrl, schema: QUEUE_SCHEMA, max: 1, migrate: true })
}

/** Runs `migrateQueue` if the process may; else the schema's owner must have done so. */
export async function prepareQueue(connection: PoolOptions): Promise<void> {
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
