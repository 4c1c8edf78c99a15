import { parentPort, workerData } from 'node:worker_threads'
import { type Database, openDatabase, sharedDatabase, type TeamId, teamDatabase } from '@cges-fleet/db'
import { type ComparedSides, compareSides, type SidesOptions } from '@cges-fleet/statistics'
import { computeFlips, type FlipsRequest } from './flips.js'
import { adviseGamma, type AdviceRequest } from './gamma-advice.js'
import { computeStatistics, type StatisticsRequest } from './final-statistics.js'

/** Sides that were read already: a thread works on them without a database. */
export interface ComparisonWork {
  readonly sides: readonly ComparedSides[]
  readonly options: SidesOptions
}

/** The input of a worker thread; its result is FinalStatistics, GammaAdvice, MethodFlips or ComparisonStatistics. */
export type ThreadData =
  | (Reading & { readonly request: StatisticsRequest })
  | (Reading & { readonly advice: AdviceRequest })
  | (Reading & { readonly flips: FlipsRequest })
  | { readonly comparison: ComparisonWork }

/** What a thread reads from, and as whom: the team, or the reader of a share link. */
interface Reading {
  readonly databaseUrl: string
  readonly share: Uint8Array | null
}

const data = workerData as ThreadData
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port is no window
parentPort?.postMessage(await answerOf(data))

function answerOf(request: ThreadData) {
  if ('comparison' in request) return compareSides(request.comparison.sides, request.comparison.options)
  if ('advice' in request) return within(request, request.advice.team, (db) => adviseGamma(db, request.advice))
  if ('flips' in request) return within(request, request.flips.team, (db) => computeFlips(db, request.flips))
  return within(request, request.request.team, (db) => computeStatistics(db, request.request))
}

async function within<Found>(
  { databaseUrl, share }: Reading,
  team: TeamId,
  compute: (db: Database) => Promise<Found>,
): Promise<Found> {
  const db = await openDatabase({ url: databaseUrl, application: 'cges-statistics', connections: 1, role: 'api' })
  try {
    return await compute(share === null ? teamDatabase(db, team) : sharedDatabase(db, share))
  } finally {
    await db.destroy()
  }
}
