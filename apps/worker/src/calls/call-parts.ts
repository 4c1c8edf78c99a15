import type { DataSource, RegisteredWorker } from '@cges-fleet/db'
import type { Failpoint, RoundQueue } from '@cges-fleet/queue'
import type { WorkerEnvironment } from '../env.js'
import type { WorkerMetrics } from '../health/worker-metrics.js'
import type { Scorers } from '../scores/scorers.js'
import type { Engine } from './engine.js'
import type { HeldLeases } from './held-leases.js'

/** What every kind of call is made with. */
export interface CallParts {
  readonly db: DataSource
  readonly rounds: RoundQueue
  readonly engine: Engine
  readonly leases: HeldLeases
  readonly worker: RegisteredWorker
  readonly env: WorkerEnvironment
  readonly metrics: WorkerMetrics
  readonly failpoint: Failpoint
  readonly scorers: Scorers
}
