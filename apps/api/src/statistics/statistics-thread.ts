import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase, teamDatabase } from '@cges-fleet/db'
import { computeStatistics, type StatisticsRequest } from './compute-statistics.js'

/** What a thread is started with; what it answers with is FinalStatistics. */
export interface ThreadData {
  readonly databaseUrl: string
  readonly request: StatisticsRequest
}

const { databaseUrl, request } = workerData as ThreadData
const db = await openDatabase({ url: databaseUrl, application: 'cges-statistics', connections: 1, role: 'api' })
try {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port is no window
  parentPort?.postMessage(await computeStatistics(teamDatabase(db, request.team), request))
} finally {
  await db.destroy()
}
