import type { DataSource } from '@cges-fleet/db'
import { type SampleQueues, within } from '@cges-fleet/queue'

/** A probe waits no longer than this for a store. */
const ASK_MS = 2000

export interface ReadyParts {
  readonly db: DataSource
  readonly queues: SampleQueues
  readonly pool: string
  /** What keeps the worker itself from drawing; null where nothing does. */
  readonly trouble: string | null
}

/** Says in sentences why a worker cannot draw now: its own trouble, a store that is away. Nothing where it can. */
export async function whyNotReady({ db, queues, pool, trouble }: ReadyParts): Promise<string[]> {
  const [database, queue] = await Promise.allSettled([
    within(ASK_MS, db.query('SELECT 1')),
    within(ASK_MS, queues.isPaused(pool)),
  ])
  return [
    ...(trouble === null ? [] : [trouble]),
    ...(database.status === 'rejected' ? [`the database does not answer: ${said(database.reason)}`] : []),
    ...(queue.status === 'rejected' ? [`the queue does not answer: ${said(queue.reason)}`] : []),
  ]
}

function said(reason: unknown): string {
  return reason instanceof Error ? reason.message || reason.name : String(reason)
}
