import { LifecycleRequest } from '../../schemas/lifecycle-requests.js'
import { EvaluationView } from '../../schemas/evaluation-view.js'
import { resumeEvaluation } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const ResumeEvaluation = {
  at: resumeEvaluation,
  summary: 'Let a paused evaluation go on',
  scope: 'evaluations:write',
  audit: 'evaluation.resume',
  path: { id: EVALUATION },
  body: LifecycleRequest,
  answers: {
    200: { about: 'the evaluation', schema: EvaluationView },
    404: { problem: UNKNOWN },
    409: { problem: 'it has ended' },
  },
} as const satisfies Route
