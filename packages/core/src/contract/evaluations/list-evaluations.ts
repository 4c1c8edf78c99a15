import { EvaluationPage } from '../../schemas/evaluation-page.js'
import { EvaluationQuery } from '../../schemas/evaluation-query.js'
import { listEvaluations } from '../addresses.js'
import { REFUSED } from '../answers.js'
import { queryOf } from '../query-of.js'
import type { Route } from '../route.js'

export const ListEvaluations = {
  at: listEvaluations,
  summary: 'List the evaluations that a filter finds',
  scope: 'evaluations:read',
  query: queryOf(EvaluationQuery.shape),
  answers: { 200: { about: 'a page', schema: EvaluationPage }, 400: { problem: REFUSED } },
} as const satisfies Route
