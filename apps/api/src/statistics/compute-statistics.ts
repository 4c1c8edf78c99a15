import { type FinalStatistics, type Provenance } from '@cges-fleet/core'
import { finalStatistics, DEFAULT_MARGIN } from '@cges-fleet/statistics'
import { type Database, readEvaluationTable, readEvaluationTotals, type TeamId } from '@cges-fleet/db'
import { evaluationView } from '../evaluations/evaluation-view.js'

export interface StatisticsRequest {
  readonly team: TeamId
  readonly id: string
  /** Key of the method all others are compared with; null: SC at each one's own budget. */
  readonly baseline: string | null
}

const APPORTIONED =
  'Server time of the calls charged: every instant of a model server is shared equally by the calls of this evaluation in flight there, and one server counts as one GPU. Calls of other evaluations on the same server are not seen.'
const UNTIMED = 'Not known: the answers were recorded or imported, and how long a model took for them was not.'
const WHOSE_TIME: Partial<Record<Provenance, string>> = {
  model: '',
  tiny: ' The server is a processor, not a GPU.',
  simulated: ' The server is simulated, and so is its time.',
}

/** Reads a finished evaluation and computes its statistics: seconds of work, not for the thread that serves requests. */
export async function computeStatistics(db: Database, request: StatisticsRequest): Promise<FinalStatistics> {
  const { team, id, baseline } = request
  const totals = await readEvaluationTotals(db, team, id)
  if (totals === null) throw new Error(`evaluation ${id} is gone`)
  const { provenance, trials } = totals.summary
  const questions = trials.total / totals.replicates
  const whose = WHOSE_TIME[provenance]
  const timed = whose !== undefined
  const { methods, replicates } = totals
  const table = await readEvaluationTable(db, { team, id, questions, replicates, methods, timed })
  return finalStatistics(table, {
    margin: DEFAULT_MARGIN,
    baseline,
    notComparable: evaluationView(totals).notComparable,
    gpuTime: timed ? `${APPORTIONED}${whose}` : UNTIMED,
  })
}
