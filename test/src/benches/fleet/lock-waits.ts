import { setTimeout as sleep } from 'node:timers/promises'
import type { DataSource } from '@cges-fleet/db'

const LOOK_MS = 10

const ACTIVE = `SELECT count(*)::int AS active, count(*) FILTER (WHERE wait_event_type = 'Lock')::int AS waiting
FROM pg_stat_activity WHERE backend_type = 'client backend' AND state = 'active' AND pid <> pg_backend_pid()`

/** The share of PostgreSQL's active statements that wait for another's lock while some work runs. */
export async function lockWaits(db: DataSource, work: () => Promise<void>): Promise<number> {
  let [active, waiting] = [0, 0]
  const over = new AbortController()
  const looking = (async () => {
    while (!over.signal.aborted) {
      const [now] = await db.query<[{ active: number; waiting: number }]>(ACTIVE)
      active += now.active
      waiting += now.waiting
      await sleep(LOOK_MS)
    }
  })()
  try {
    await work()
  } finally {
    over.abort()
    await looking
  }
  return active === 0 ? 0 : waiting / active
}
