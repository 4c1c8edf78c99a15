import { EvaluationLabels } from '../../schemas/evaluation-labels.js'
import { EvaluationView } from '../../schemas/evaluation-view.js'
import { labelEvaluation } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const LabelEvaluation = {
  at: labelEvaluation,
  summary: 'Write tags and a note on an evaluation',
  scope: 'evaluations:write',
  audit: 'evaluation.label',
  path: { id: EVALUATION },
  body: EvaluationLabels,
  answers: {
    200: { about: 'the evaluation', schema: EvaluationView },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route
