import { EvaluationView } from '../../schemas/evaluation-view.js'
import { getEvaluation } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const GetEvaluation = {
  at: getEvaluation,
  summary: 'Read an evaluation as of now',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  answers: { 200: { about: 'the evaluation', schema: EvaluationView }, 404: { problem: UNKNOWN } },
} as const satisfies Route
