import { EvaluationPage } from '../../schemas/evaluation-view.js'
import { listEvaluations } from '../addresses.js'
import { REFUSED } from '../answers.js'
import { CURSOR } from '../parameters.js'
import type { Route } from '../route.js'

export const ListEvaluations = {
  at: listEvaluations,
  summary: 'List evaluations, newest first',
  scope: 'evaluations:read',
  query: { cursor: CURSOR },
  answers: { 200: { about: 'a page', schema: EvaluationPage }, 400: { problem: REFUSED } },
} as const satisfies Route
