import { nestLogger, runProcess, startTracing, stopTracing } from '@cges-fleet/telemetry'
import { NestFactory } from '@nestjs/core'
import type { NestExpressApplication } from '@nestjs/platform-express'
import { gate } from './access/gate.js'
import { requirePolicies } from './access/require-policies.js'
import { ApiModule } from './api.module.js'
import { type ApiEnvironment, readEnvironment } from './env.js'
import { logRequests } from './http/log-requests.js'
import { ProblemFilter } from './http/problem.filter.js'
import { readJson } from './http/read-json.js'
import { traceRequests } from './http/trace-requests.js'
import { timeRequests } from './metrics/time-requests.js'
import { openParts } from './open-parts.js'
import type { ApiParts } from './parts.js'

/**
 * A client that sends its headers slower than this holds a connection for nothing; Node looks every 30 s unless told. How
 * slowly a body may come is bounded where it is read: the time we need for it is not the sender's.
 */
const SLOW_CLIENTS = { headersTimeout: 10_000, requestTimeout: 3_600_000, connectionsCheckingInterval: 1000 }

async function main(): Promise<void> {
  const env = readEnvironment()
  await startTracing('cges-api', env)
  const parts = await openParts(env)
  const app = await createApp(parts, env)
  await listen(app, env)
  const listening = await app.getUrl()
  console.log(JSON.stringify({ listening }))
  process.send?.({ ready: true, listening })
  const end = once(async () => {
    app.getHttpServer().closeAllConnections()
    await app.close()
    await parts.close()
    await stopTracing()
    process.exit(0)
  })
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  process.on('disconnect', end)
}

async function createApp(parts: ApiParts, env: ApiEnvironment): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.with(parts), {
    logger: nestLogger,
    bodyParser: false,
  })
  app.set('trust proxy', env.TRUSTED_PROXIES.length === 0 ? false : env.TRUSTED_PROXIES)
  app.disable('x-powered-by')
  app.use(timeRequests(parts.metrics))
  app.use(gate(parts.ring, env.LOCAL_NAMES))
  readJson(app)
  app.use(traceRequests)
  app.use(logRequests)
  app.useGlobalFilters(new ProblemFilter())
  Object.assign(app.getHttpServer(), SLOW_CLIENTS)
  await app.init()
  requirePolicies(app)
  return app
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

runProcess('cges-api', main)
