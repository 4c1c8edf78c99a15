import type { EvaluationFilter, EvaluationPage, EvaluationRow, EvaluationSort } from '@cges-fleet/core'
import {
  type ListedEvaluation,
  listEvaluations,
  type LiveSums,
  type RemainingTotals,
  selectLiveSums,
  selectRemaining,
} from '@cges-fleet/db'
import type { Caller } from '../access/caller.js'
import { bestMethod } from './best-method.js'
import { placeIn, placeText } from './list-place.js'
import { listedTimeLeft, tellsTimeLeft } from './time-left.js'

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
  const running = page.evaluations.filter(
    ({ summary: { status, trials } }) => status === 'running' && tellsTimeLeft(trials),
  )
  const remaining = await selectRemaining(
    db,
    team,
    running.map(({ summary }) => summary.id),
  )
  return {
    evaluations: page.evaluations.map((listed) =>
      rowOf(listed, {
        sums: sums.filter(({ evaluationId }) => evaluationId === listed.summary.id),
        remaining: remaining.find(({ evaluationId }) => evaluationId === listed.summary.id) ?? null,
      }),
    ),
    next: page.next === null ? null : placeText(page.next),
  }
}

interface GoingOn {
  readonly sums: readonly LiveSums[]
  readonly remaining: RemainingTotals | null
}

function rowOf(listed: ListedEvaluation, { sums, remaining }: GoingOn): EvaluationRow {
  const { summary, methods, spent, cap } = listed
  const most = summary.trials.total * Math.max(...methods.map(({ budget }) => budget))
  const eta = remaining === null ? null : listedTimeLeft(remaining)
  return { ...summary, best: bestMethod(listed, sums), calls: { spent, cap, most }, eta }
}
