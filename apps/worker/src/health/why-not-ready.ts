import type { DataSource } from '@cges-fleet/db'
import type { CallQueues } from '@cges-fleet/queue'
import { storesAway } from '@cges-fleet/telemetry'

export interface ReadyParts {
  readonly db: DataSource
  readonly queues: CallQueues
  readonly pool: string
  /** The reason that keeps the worker itself from drawing; null if there is none. */
  readonly trouble: string | null
}

/** Lists why a worker cannot draw now, as sentences: its own trouble, unavailable stores. Empty if it can. */
export async function whyNotReady({ db, queues, pool, trouble }: ReadyParts): Promise<string[]> {
  const away = await storesAway({ database: () => db.query('SELECT 1'), queue: () => queues.isPaused(pool) })
  return trouble === null ? away : [trouble, ...away]
}
