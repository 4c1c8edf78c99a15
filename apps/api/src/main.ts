import { openDatabase, requireMigrated } from '@cges-fleet/db'
import { openBackend, RoundQueue, SampleQueues } from '@cges-fleet/queue'
import { NestFactory } from '@nestjs/core'
import type { NestExpressApplication } from '@nestjs/platform-express'
import { ApiModule } from './api.module.js'
import { type ApiEnvironment, readEnvironment } from './env.js'
import { ProblemFilter } from './http/problem.filter.js'
import { schemaPipe } from './http/schema.pipe.js'

/** The largest benchmark that can be sent. */
const BODY_LIMIT = '64mb'

async function main(): Promise<void> {
  const env = readEnvironment()
  const db = await openDatabase({ url: env.DATABASE_URL, application: 'cges-api', connections: 10 })
  await requireMigrated(db)
  const backend = await openBackend({ databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL })
  const parts = { db, rounds: new RoundQueue(backend), samples: new SampleQueues(backend) }
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.with(parts), { logger: ['warn', 'error'] })
  app.useBodyParser('json', { limit: BODY_LIMIT })
  app.useGlobalPipes(schemaPipe())
  app.useGlobalFilters(new ProblemFilter())
  app.disable('x-powered-by')
  await listen(app, env)
  const listening = await app.getUrl()
  console.log(JSON.stringify({ listening }))
  process.send?.({ ready: true, listening })
  const end = once(async () => {
    app.getHttpServer().closeAllConnections()
    await app.close()
    await Promise.allSettled([parts.rounds.close(), parts.samples.close()])
    await db.destroy()
    process.exit(0)
  })
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  process.on('disconnect', end)
}

async function listen(app: NestExpressApplication, env: ApiEnvironment): Promise<void> {
  try {
    await app.listen(env.PORT, env.HOST)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(`port ${env.PORT} on ${env.HOST} is taken: set PORT to another, or to 0 for any free one`, {
        cause: error,
      })
    }
    throw error
  }
}

function once(work: () => Promise<void>): () => void {
  let started: Promise<void> | undefined
  return () => {
    started ??= work()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
