import { EvaluationAccount } from '../../schemas/accounts.js'
import { getEvaluationAccount } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const GetEvaluationAccount = {
  at: getEvaluationAccount,
  summary: 'Read what an evaluation cost: paid by its team, the platform’s overhead, each method alone',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  answers: { 200: { about: 'the account', schema: EvaluationAccount }, 404: { problem: UNKNOWN } },
} as const satisfies Route
