import { openDatabase, requireMigrated } from '@cges-fleet/db'
import { openBackend, RoundQueue, SampleQueues, within } from '@cges-fleet/queue'
import { NestFactory } from '@nestjs/core'
import { CoordinatorModule } from './coordinator.module.js'
import { readEnvironment } from './env.js'

/** A coordinator that froze inside a transaction gives the evaluation's lock back after this long. */
const IDLE_IN_TRANSACTION_MS = 5000

/** A queue whose store is away never ends by itself; a round that is cut off is rolled back and asked for again. */
const END_MS = 5000

async function main(): Promise<void> {
  const env = readEnvironment()
  const stores = { databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL }
  const db = await openDatabase({
    url: env.DATABASE_URL,
    application: 'cges-coordinator',
    connections: env.ROUND_CONCURRENCY + 3,
    idleInTransactionTimeoutMs: IDLE_IN_TRANSACTION_MS,
  })
  await requireMigrated(db)
  const backend = await openBackend(stores)
  const parts = { db, rounds: new RoundQueue(backend), samples: new SampleQueues(backend) }
  const app = await NestFactory.createApplicationContext(CoordinatorModule.with(parts, backend, env), {
    logger: ['warn', 'error'],
  })
  let ending: Promise<void> | undefined
  const end = () =>
    (ending ??= (async () => {
      await within(END_MS, app.close()).catch(() => undefined)
      await Promise.allSettled([parts.rounds.close(), parts.samples.close()])
      await db.destroy()
      process.exit(0)
    })())
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  process.on('disconnect', end)
  process.send?.({ ready: true })
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
