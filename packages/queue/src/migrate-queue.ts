import { PostgresConnection } from 'bullmq'

/** BullMQ keeps its tables in a schema of its own. */
export const QUEUE_SCHEMA = 'bullmq'

/** How BullMQ opens its pool. */
export type PoolOptions = Exclude<ConstructorParameters<typeof PostgresConnection>[0], string>

/** What PostgreSQL says to who may not make or change a schema. */
const NOT_ALLOWED = '42501'

/** Makes the queue's schema in a database, or brings it up to date; whoever does owns it and says who may use it. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  await tried({ connectionString: databaseUrl, schema: QUEUE_SCHEMA, max: 1, migrate: true })
}

/** As `migrateQueue` where the process may; else its owner must have made it. */
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

/** False where PostgreSQL does not allow it; throws what else went wrong. */
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
