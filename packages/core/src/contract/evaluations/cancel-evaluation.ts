import { LifecycleRequest } from '../../schemas/lifecycle-requests.js'
import { EvaluationView } from '../../schemas/evaluation-view.js'
import { cancelEvaluation } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const CancelEvaluation = {
  at: cancelEvaluation,
  summary: 'End an evaluation early; what was drawn stays',
  scope: 'evaluations:write',
  audit: 'evaluation.cancel',
  path: { id: EVALUATION },
  body: LifecycleRequest,
  answers: {
    200: { about: 'the evaluation, as it ended', schema: EvaluationView },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route
