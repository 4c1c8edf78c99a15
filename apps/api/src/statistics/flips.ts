import type { MethodFlips } from '@cges-fleet/core'
import { type Database, selectEvaluationTable, selectEvaluationTotals, type TeamId } from '@cges-fleet/db'
import { methodFlips } from '@cges-fleet/statistics'
import { judgedMethods } from './final-statistics.js'

export interface FlipsRequest {
  readonly team: TeamId
  readonly id: string
  /** Key of the method that is replayed. */
  readonly method: string
  /** Key of the method it is compared with; null if there is none. */
  readonly baseline: string | null
}

/** Loads a finished evaluation and replays one method: seconds of CPU time, to be run off the event loop. */
export async function computeFlips(db: Database, { team, id, method, baseline }: FlipsRequest): Promise<MethodFlips> {
  const totals = await selectEvaluationTotals(db, team, id)
  if (totals === null) throw new Error(`evaluation ${id} is gone`)
  const { summary } = totals
  const { replicates } = totals.stored
  const questions = summary.trials.total / replicates
  const methods = judgedMethods(totals)
  const table = await selectEvaluationTable(db, { team, id, questions, replicates, methods, timed: false })
  return methodFlips(table, method, baseline)
}
