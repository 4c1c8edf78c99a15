import type { EvaluationView } from '@cges-fleet/core'
import { selectEvaluationTotals } from '@cges-fleet/db'
import type { Caller } from '../access/caller.js'
import { Refusal } from '../http/refusal.js'
import { evaluationView } from './evaluation-view.js'

/** Loads a caller's evaluation as of now; refuses if there is none. */
export async function loadView({ db, team }: Pick<Caller, 'db' | 'team'>, id: string): Promise<EvaluationView> {
  const totals = await selectEvaluationTotals(db, team, id)
  if (totals === null) throw unknownEvaluation(id)
  return evaluationView(totals)
}

/** The refusal for an unknown evaluation. */
export function unknownEvaluation(id: string): Refusal {
  return new Refusal('not_found', `There is no evaluation ${id}.`)
}
