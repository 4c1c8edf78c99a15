import {
  closeDatabase,
  type DataSource,
  identityDatabase,
  endSilentConnections,
  openDatabase,
  readPepper,
  requireMigrated,
  requireOwnLogin,
  teamDatabase,
  type TeamId,
} from '@cges-fleet/db'
import { armFailpoints, openBackend, queueStores, RoundQueue, CallQueues, wantsOwnLogin } from '@cges-fleet/queue'
import { logger } from '@cges-fleet/telemetry'
import { KeyRing } from './access/key-ring.js'
import { OpenStreams } from './access/open-streams.js'
import { requireSignIn } from './access/require-sign-in.js'
import type { ApiEnvironment } from './env.js'
import { ApiMetrics } from './metrics/api-metrics.js'
import type { ApiParts } from './parts.js'
import { StatisticsOffice } from './statistics/statistics-office.js'

/** Opens the stores and makes what the controllers work with; refuses where anyone could walk in. */
export async function openParts(env: ApiEnvironment): Promise<ApiParts & { close(): Promise<void> }> {
  const db = await openDatabase({ url: env.DATABASE_URL, application: 'cges-api', connections: 10, role: 'api' })
  await requireMigrated(db)
  const login = wantsOwnLogin(env) ? await requireOwnLogin(db, 'api') : null
  if (login !== null) logger('Start').warn(login)
  const access = await openAccess(db, env)
  const backend = await openBackend({ ...queueStores(env), onConnect: endSilentConnections(env.DATABASE_URL) })
  if (backend.notice !== null) logger('Start').warn(backend.notice)
  const queues = { rounds: new RoundQueue(backend), samples: new CallQueues(backend) }
  return {
    ...access,
    ...queues,
    shared: db,
    failpoint: armFailpoints(env.FAILPOINT),
    statistics: new StatisticsOffice(env.DATABASE_URL),
    metrics: new ApiMetrics(),
    close: async () => {
      await Promise.allSettled([queues.rounds.close(), queues.samples.close()])
      await closeDatabase(db)
    },
  }
}

async function openAccess(db: DataSource, env: ApiEnvironment) {
  const databaseOf = (team: TeamId) => teamDatabase(db, team)
  const [identity, pepper] = [identityDatabase(db), readPepper(env)]
  if (pepper === null) await requireSignIn(env, identity)
  const limits = { perKey: env.KEY_REQUESTS_PER_SECOND, perTeam: env.TEAM_REQUESTS_PER_SECOND }
  const ring = new KeyRing({ identity, pepper, limits, databaseOf })
  return { databaseOf, identity, pepper, ring, streams: new OpenStreams(ring) }
}
