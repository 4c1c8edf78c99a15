import { LifecycleRequest } from '../../schemas/lifecycle-requests.js'
import { EvaluationView } from '../../schemas/evaluation-view.js'
import { pauseEvaluation } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const PauseEvaluation = {
  at: pauseEvaluation,
  summary: 'Hold a running evaluation: what is being drawn lands, nothing more is started',
  scope: 'evaluations:write',
  audit: 'evaluation.pause',
  path: { id: EVALUATION },
  body: LifecycleRequest,
  answers: {
    200: { about: 'the evaluation', schema: EvaluationView },
    404: { problem: UNKNOWN },
    409: { problem: 'it has ended' },
  },
} as const satisfies Route
