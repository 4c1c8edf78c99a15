import type { Database, Db, Pepper, TeamId } from '@cges-fleet/db'
import type { Failpoint, RoundQueue, CallQueues } from '@cges-fleet/queue'
import type { ApiMetrics } from './metrics/api-metrics.js'
import type { KeyRing } from './access/key-ring.js'
import type { OpenStreams } from './access/open-streams.js'
import type { StatisticsOffice } from './statistics/statistics-office.js'

/** What the API's controllers work with. */
export interface ApiParts {
  /** One team's view of the database. A route gets its caller's with `@Caller()`. */
  databaseOf(team: TeamId): Database
  /** The database in nobody's name: it shows what teams share, and no team's rows. */
  readonly shared: Db
  /** Teams, keys, sessions and the log, across teams. */
  readonly identity: Database
  /** Null: a fleet without sign-in. */
  readonly pepper: Pepper | null
  readonly ring: KeyRing
  readonly streams: OpenStreams
  readonly rounds: RoundQueue
  readonly samples: CallQueues
  readonly failpoint: Failpoint
  readonly statistics: StatisticsOffice
  readonly metrics: ApiMetrics
}

export const API_PARTS = Symbol('api parts')
