import type { EvaluationFilter, EvaluationPage, EvaluationRow, EvaluationSort } from '@cges-fleet/core'
import { type ListedEvaluation, listEvaluations, type LiveSums, selectLiveSums } from '@cges-fleet/db'
import type { Caller } from '../access/caller.js'
import { bestMethod } from './best-method.js'
import { placeIn, placeText } from './list-place.js'

/** The filter, order and cursor of a list request. */
export type ListAsked = EvaluationFilter & {
  readonly sort?: EvaluationSort | undefined
  readonly cursor?: string | undefined
}

/** Loads a page of a caller's evaluations as a list shows them. */
export async function listPage(
  { db, team }: Pick<Caller, 'db' | 'team'>,
  { sort = 'newest', cursor, ...filter }: ListAsked,
  rows?: number,
): Promise<EvaluationPage> {
  const after = cursor === undefined ? null : placeIn(cursor, sort)
  const page = await listEvaluations(db, team, { filter, sort, after, ...(rows === undefined ? {} : { rows }) })
  const goingOn = page.evaluations.filter(({ best, closedPrefix }) => best === null && closedPrefix > 0)
  const sums = await selectLiveSums(
    db,
    team,
    goingOn.map(({ summary }) => summary.id),
  )
  return {
    evaluations: page.evaluations.map((listed) =>
      rowOf(
        listed,
        sums.filter(({ evaluationId }) => evaluationId === listed.summary.id),
      ),
    ),
    next: page.next === null ? null : placeText(page.next),
  }
}

function rowOf(listed: ListedEvaluation, sums: readonly LiveSums[]): EvaluationRow {
  const { summary, methods, spent, cap } = listed
  const most = summary.trials.total * Math.max(...methods.map(({ budget }) => budget))
  return { ...summary, best: bestMethod(listed, sums), calls: { spent, cap, most } }
}
