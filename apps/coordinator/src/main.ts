import { armFailpoints } from '@cges-fleet/queue'
import { endOnSignals, openStores } from '@cges-fleet/stores'
import {
  logger,
  nestLogger,
  type ProbeServer,
  runProcess,
  serveProbes,
  startTracing,
  storesAway,
} from '@cges-fleet/telemetry'
import { NestFactory } from '@nestjs/core'
import { CoordinatorModule, ROUND_PROCESSOR, type RoundHost } from './coordinator.module.js'
import { type CoordinatorEnvironment, parseEnvironment } from './env.js'
import { CoordinatorMetrics } from './metrics/coordinator-metrics.js'
import type { RoundParts } from './rounds/round.processor.js'
import { loadWebhooks } from './webhooks/webhook.js'

async function main(): Promise<void> {
  const env = parseEnvironment()
  const webhooks = loadWebhooks(env.WEBHOOKS_FILE)
  await startTracing('cges-coordinator', env)
  const stores = await openStores({
    env,
    role: 'coordinator',
    application: 'cges-coordinator',
    connections: env.ROUND_CONCURRENCY + 3,
    // One round, the sweep and the metrics.
    least: 3,
  })
  const parts = {
    ...stores,
    failpoint: armFailpoints(env.FAILPOINT),
    metrics: new CoordinatorMetrics(stores),
    webhooks,
  }
  const app = await NestFactory.createApplicationContext(CoordinatorModule.with(parts, stores, env), {
    logger: nestLogger,
  })
  await runRounds(app.get<RoundHost>(ROUND_PROCESSOR))
  const probes = await serveCoordinatorProbes(env, parts)
  endOnSignals(app)
  process.send?.({ ready: true, ...(probes === null ? {} : { listening: probes.url }) })
}

/** A BullMQ worker whose first connection failed never reconnects: the process exits then, to be restarted. */
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
      metrics: () => metrics.text(),
    },
  )
  console.log(JSON.stringify({ listening: probes.url }))
  return probes
}

runProcess('cges-coordinator', main)
