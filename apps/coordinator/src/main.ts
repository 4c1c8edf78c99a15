import { closeDatabase, endSilentConnections, openDatabase, requireMigrated, requireOwnLogin } from '@cges-fleet/db'
import {
  armFailpoints,
  CallQueues,
  openBackend,
  queueStores,
  RoundQueue,
  wantsOwnLogin,
  within,
} from '@cges-fleet/queue'
import {
  logger,
  nestLogger,
  type ProbeServer,
  runProcess,
  serveProbes,
  startTracing,
  stopTracing,
  storesAway,
} from '@cges-fleet/telemetry'
import { NestFactory } from '@nestjs/core'
import { CoordinatorModule, ROUND_PROCESSOR, type RoundHost } from './coordinator.module.js'
import { type CoordinatorEnvironment, readEnvironment } from './env.js'
import { CoordinatorMetrics } from './metrics/coordinator-metrics.js'
import type { RoundParts } from './rounds/round.processor.js'

/** A queue whose store is away never ends by itself; a round that is cut off is rolled back and asked for again. */
const END_MS = 5000

async function main(): Promise<void> {
  const env = readEnvironment()
  await startTracing('cges-coordinator', env)
  const db = await openDatabase({
    url: env.DATABASE_URL,
    application: 'cges-coordinator',
    connections: env.ROUND_CONCURRENCY + 3,
    role: 'coordinator',
  })
  await requireMigrated(db)
  const login = wantsOwnLogin(env) ? await requireOwnLogin(db, 'coordinator') : null
  if (login !== null) logger('Start').warn(login)
  const backend = await openBackend({ ...queueStores(env), onConnect: endSilentConnections(env.DATABASE_URL) })
  if (backend.notice !== null) logger('Start').warn(backend.notice)
  const failpoint = armFailpoints(env.FAILPOINT)
  const sources = { db, rounds: new RoundQueue(backend), calls: new CallQueues(backend) }
  const parts = { ...sources, failpoint, metrics: new CoordinatorMetrics(sources) }
  const app = await NestFactory.createApplicationContext(CoordinatorModule.with(parts, backend, env), {
    logger: nestLogger,
  })
  await runRounds(app.get<RoundHost>(ROUND_PROCESSOR))
  const probes = await serveCoordinatorProbes(env, parts)
  let ending: Promise<void> | undefined
  const end = () =>
    (ending ??= (async () => {
      await within(END_MS, app.close()).catch(() => undefined)
      await Promise.allSettled([parts.rounds.close(), parts.calls.close(), probes?.close()])
      await closeDatabase(db)
      await stopTracing()
      process.exit(0)
    })())
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  process.on('disconnect', end)
  process.send?.({ ready: true, ...(probes === null ? {} : { listening: probes.url }) })
}

/** A worker of BullMQ whose first connection failed never gets another: the process ends then, and is started again. */
async function runRounds({ worker }: RoundHost): Promise<void> {
  await worker.waitUntilReady()
  worker.run().catch((error: Error) => logger('Round').error(`the queue stopped: ${error.message}`))
}

async function serveCoordinatorProbes(env: CoordinatorEnvironment, parts: RoundParts): Promise<ProbeServer | null> {
  if (env.PORT === undefined) return null
  const { db, rounds, metrics } = parts
  const probes = await serveProbes(
    { host: env.HOST, port: env.PORT, metricsTokenFile: env.METRICS_TOKEN_FILE },
    {
      whyNotReady: () => storesAway({ database: () => db.query('SELECT 1'), queue: () => rounds.isPaused() }),
      metrics: async () => ({ contentType: metrics.contentType, text: await metrics.text() }),
    },
  )
  console.log(JSON.stringify({ listening: probes.url }))
  return probes
}

runProcess('cges-coordinator', main)
