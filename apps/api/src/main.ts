import { identityDatabase, loadPepper } from '@cges-fleet/db'
import { endOnSignals, openStores, requireSignIn, type Stores, trustOf } from '@cges-fleet/stores'
import { listenOn, nestLogger, runProcess, startTracing } from '@cges-fleet/telemetry'
import { NestFactory } from '@nestjs/core'
import type { NestExpressApplication } from '@nestjs/platform-express'
import { gate } from './access/gate.js'
import { KeyRing } from './access/key-ring.js'
import { requirePolicies } from './http/serves.js'
import { ApiModule } from './api.module.js'
import { type ApiEnvironment, parseEnvironment } from './env.js'
import { logRequests, traceRequests } from './http/request-log.js'
import { ProblemFilter } from './http/problem.filter.js'
import { acceptJson } from './http/json-bodies.js'
import { ApiMetrics, timeRequests } from './metrics/api-metrics.js'
import { warnOfMissingTeams } from './single-sign-on/missing-teams.js'
import type { SingleSignOn } from './single-sign-on/single-sign-on.js'
import { IDENTITY_DATABASE, SINGLE_SIGN_ON } from './tokens.js'

/**
 * A client sending its headers slower than this ties up a connection; Node checks every 30 s by default. A body's
 * slowness is bounded where it is read: our own processing time is not the sender's.
 */
const SLOW_CLIENTS = { headersTimeout: 10_000, requestTimeout: 3_600_000, connectionsCheckingInterval: 1000 }

/** Longer than the 60 s that proxies keep an idle connection by default: they would send into one that is being closed. */
const IDLE = { keepAliveTimeout: 65_000 }

/** Database connections; threads of statistics have one each besides. */
const CONNECTIONS = { connections: 10, least: 3 }

async function main(): Promise<void> {
  const env = parseEnvironment()
  await startTracing('cges-api', env)
  const stores = await openStores({ env, role: 'api', application: 'cges-api', ...CONNECTIONS })
  if (loadPepper(env) === null) await requireSignIn('api', env, identityDatabase(stores.db))
  const app = await createApp(env, stores)
  // Nest's own `listen` also logs the bare error of a port that is taken.
  const listening = await listenOn(app.getHttpServer(), env.HOST, env.PORT)
  console.log(JSON.stringify({ listening }))
  process.send?.({ ready: true, listening })
}

async function createApp(env: ApiEnvironment, stores: Stores): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.forRoot(env, stores), {
    logger: nestLogger,
    bodyParser: false,
    forceCloseConnections: true,
  })
  app.set('trust proxy', trustOf(env.TRUSTED_PROXIES))
  app.disable('x-powered-by')
  app.use(timeRequests(app.get(ApiMetrics)))
  app.use(gate(app.get(KeyRing), env.LOCAL_NAMES))
  acceptJson(app)
  app.use(traceRequests)
  app.use(logRequests)
  app.useGlobalFilters(new ProblemFilter())
  Object.assign(app.getHttpServer(), SLOW_CLIENTS, IDLE)
  endOnSignals(app)
  await app.init()
  requirePolicies(app)
  const sso = app.get<SingleSignOn | null>(SINGLE_SIGN_ON)
  if (sso !== null) await warnOfMissingTeams(sso.groups, app.get(IDENTITY_DATABASE))
  return app
}

runProcess('cges-api', main)
