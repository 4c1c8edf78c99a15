import { parentPort, workerData } from 'node:worker_threads'
import { type Database, openDatabase, type TeamId, teamDatabase } from '@cges-fleet/db'
import { type ComparedSides, compareSides, type SidesOptions } from '@cges-fleet/statistics'
import { adviseGamma, type AdviceRequest } from './gamma-advice.js'
import { computeStatistics, type StatisticsRequest } from './final-statistics.js'

/** Sides that were read already: a thread works on them without a database. */
export interface ComparisonWork {
  readonly sides: readonly ComparedSides[]
  readonly options: SidesOptions
}

/** The input of a worker thread; its result is FinalStatistics, GammaAdvice or ComparisonStatistics. */
export type ThreadData =
  | { readonly databaseUrl: string; readonly request: StatisticsRequest }
  | { readonly databaseUrl: string; readonly advice: AdviceRequest }
  | { readonly comparison: ComparisonWork }

const data = workerData as ThreadData
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port is no window
parentPort?.postMessage(await answerOf(data))

function answerOf(asked: ThreadData) {
  if ('comparison' in asked) return compareSides(asked.comparison.sides, asked.comparison.options)
  const { databaseUrl } = asked
  if ('advice' in asked) {
    return within({ databaseUrl, team: asked.advice.team }, (db) => adviseGamma(db, asked.advice))
  }
  return within({ databaseUrl, team: asked.request.team }, (db) => computeStatistics(db, asked.request))
}

interface Where {
  readonly databaseUrl: string
  readonly team: TeamId
}

async function within<Found>({ databaseUrl, team }: Where, compute: (db: Database) => Promise<Found>): Promise<Found> {
  const db = await openDatabase({ url: databaseUrl, application: 'cges-statistics', connections: 1, role: 'api' })
  try {
    return await compute(teamDatabase(db, team))
  } finally {
    await db.destroy()
  }
}
