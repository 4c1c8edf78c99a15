import { EvaluationPage } from '../../schemas/evaluation-page.js'
import { listEvaluations } from '../addresses.js'
import { REFUSED } from '../answers.js'
import { LIST_PLACE, LISTED } from '../list-parameters.js'
import type { Route } from '../route.js'

export const ListEvaluations = {
  at: listEvaluations,
  summary: 'List the evaluations that a filter finds',
  scope: 'evaluations:read',
  query: { ...LISTED, ...LIST_PLACE },
  answers: { 200: { about: 'a page', schema: EvaluationPage }, 400: { problem: REFUSED } },
} as const satisfies Route
