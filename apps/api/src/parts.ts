import type { DataSource } from '@cges-fleet/db'
import type { RoundQueue, SampleQueues } from '@cges-fleet/queue'

/** What the API's controllers work with. */
export interface ApiParts {
  readonly db: DataSource
  readonly rounds: RoundQueue
  readonly samples: SampleQueues
}

export const API_PARTS = Symbol('api parts')
