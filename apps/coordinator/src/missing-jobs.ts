import { countQueuedCalls, type Db, type QueuedCalls } from '@cges-fleet/db'
import type { CallQueues } from '@cges-fleet/queue'

/**
 * Counts the jobs missing from each pool's queue, for pools that lack any: the calls that must be queued less the jobs
 * that are. Takes two counts for each pool, however much waits, and touches no row.
 */
export async function missingJobs(db: Db, calls: CallQueues): Promise<ReadonlyMap<string, number>> {
  const missing = new Map<string, number>()
  const jobs = new Map<string, Readonly<Record<string, number>>>()
  const lacks = (one: QueuedCalls) => lacking(one, jobs.get(one.pool) ?? {})
  const pools = (await countQueuedCalls(db)).filter(({ waiting }) => waiting > 0)
  for (const { pool } of pools) jobs.set(pool, (await calls.jobCounts(pool)).counts)
  if (!pools.some((one) => lacks(one) > 0)) return missing
  // Counted again after the jobs, since some may have been drawn in between.
  for (const one of await countQueuedCalls(db)) {
    if (jobs.has(one.pool) && lacks(one) > 0) missing.set(one.pool, lacks(one))
  }
  return missing
}

/** While an active job's call is not leased yet, the database still counts it as waiting. */
function lacking(
  { waiting, leased }: QueuedCalls,
  { active = 0, ...others }: Readonly<Record<string, number>>,
): number {
  const queued = Object.values(others).reduce((sum, count) => sum + count, 0)
  return waiting - queued - Math.max(0, active - leased)
}
