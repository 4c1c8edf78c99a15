import type { EvaluationView } from '@cges-fleet/core'
import { readEvaluationTotals } from '@cges-fleet/db'
import type { Caller } from '../access/caller.js'
import { Refusal } from '../http/refusal.js'
import { evaluationView } from './evaluation-view.js'

/** Reads a caller's evaluation as of now, refusing where there is none. */
export async function readView({ db, team }: Pick<Caller, 'db' | 'team'>, id: string): Promise<EvaluationView> {
  const totals = await readEvaluationTotals(db, team, id)
  if (totals === null) throw unknownEvaluation(id)
  return evaluationView(totals)
}

/** The refusal for an evaluation that is not there. */
export function unknownEvaluation(id: string): Refusal {
  return new Refusal('not_found', `There is no evaluation ${id}.`)
}
