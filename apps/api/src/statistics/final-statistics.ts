import type { FinalStatistics, GpuTimeNote, Provenance } from '@cges-fleet/core'
import {
  type Database,
  type EvaluationTotals,
  selectEvaluationTable,
  selectEvaluationTotals,
  type TeamId,
} from '@cges-fleet/db'
import { methodKey, type ReportedSpec } from '@cges-fleet/methods'
import { DEFAULT_MARGIN, finalStatistics } from '@cges-fleet/statistics'
import { evaluationView } from '../evaluations/evaluation-view.js'

export interface StatisticsRequest {
  readonly team: TeamId
  readonly id: string
  /** Key of the baseline method; null: SC at each method's own budget. */
  readonly baseline: string | null
  /** Keys of the methods that are judged: verdicts that come meanwhile are not. */
  readonly methods: readonly string[]
  /** The statistics of the fleet's own methods, if external rules are computed on top of them. */
  readonly base: FinalStatistics | null
}

const WHOSE_TIME: Partial<Record<Provenance, GpuTimeNote['kind']>> = {
  model: 'shared',
  tiny: 'processor',
  simulated: 'simulated',
}

/** Loads a finished evaluation and computes its statistics: seconds of CPU time, to be run off the event loop. */
export async function computeStatistics(db: Database, request: StatisticsRequest): Promise<FinalStatistics> {
  const { team, id, baseline, base } = request
  const totals = await selectEvaluationTotals(db, team, id)
  if (totals === null) throw new Error(`evaluation ${id} is gone`)
  const { provenance, trials } = totals.summary
  const { replicates } = totals.stored
  const questions = trials.total / replicates
  const gpuTime = WHOSE_TIME[provenance] ?? 'unknown'
  const timed = gpuTime !== 'unknown'
  const methods = judgedMethods(totals).filter((spec) => request.methods.includes(methodKey(spec)))
  const table = await selectEvaluationTable(db, { team, id, questions, replicates, methods, timed })
  return finalStatistics(
    table,
    {
      margin: DEFAULT_MARGIN,
      baseline,
      notComparable: evaluationView(totals).notComparable,
      gpuTime: { kind: gpuTime, counts: {}, why: null },
    },
    base,
  )
}

/**
 * An evaluation's methods, and the external rules that have decided every trial: pairs are taken where all methods have
 * a verdict, so a rule with few verdicts would leave little of all others.
 */
export function judgedMethods({ methods, external, calls, summary }: EvaluationTotals): ReportedSpec[] {
  const { total, blocked } = summary.trials
  const resolved = (key: string) =>
    calls.filter(({ methodKey: of }) => of === key).reduce((sum, row) => sum + row.resolved, 0)
  return [...methods, ...external.filter((spec) => resolved(methodKey(spec)) >= total - blocked)]
}
