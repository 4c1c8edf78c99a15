import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase, teamDatabase } from '@cges-fleet/db'
import { type ComparedSides, compareSides, type SidesOptions } from '@cges-fleet/statistics'
import { computeStatistics, type StatisticsRequest } from './compute-statistics.js'

/** Sides that were read already: a thread works on them without a database. */
export interface ComparisonWork {
  readonly sides: readonly ComparedSides[]
  readonly options: SidesOptions
}

/** The input of a worker thread; its result is FinalStatistics or ComparisonStatistics. */
export type ThreadData =
  | { readonly databaseUrl: string; readonly request: StatisticsRequest }
  | { readonly comparison: ComparisonWork }

const data = workerData as ThreadData
const answer =
  'comparison' in data ? compareSides(data.comparison.sides, data.comparison.options) : await finalStatisticsOf(data)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port is no window
parentPort?.postMessage(answer)

async function finalStatisticsOf({ databaseUrl, request }: Exclude<ThreadData, { readonly comparison: unknown }>) {
  const db = await openDatabase({ url: databaseUrl, application: 'cges-statistics', connections: 1, role: 'api' })
  try {
    return await computeStatistics(teamDatabase(db, request.team), request)
  } finally {
    await db.destroy()
  }
}
