import { LifecycleRequest } from '../../schemas/lifecycle-requests.js'
import { EvaluationView } from '../../schemas/evaluation-view.js'
import { retryEvaluation } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const RetryEvaluation = {
  at: retryEvaluation,
  summary: 'Draw again what could not be drawn, in trials blocked by it',
  scope: 'evaluations:write',
  audit: 'evaluation.retry',
  path: { id: EVALUATION },
  body: LifecycleRequest,
  answers: {
    200: { about: 'the evaluation', schema: EvaluationView },
    404: { problem: UNKNOWN },
    409: { problem: 'it was ended early' },
  },
} as const satisfies Route
