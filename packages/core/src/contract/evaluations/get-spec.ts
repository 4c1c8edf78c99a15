import { EvaluationDraft } from '../../schemas/evaluation-spec.js'
import { getSpec } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const GetSpec = {
  at: getSpec,
  summary: 'Read what would submit an evaluation once more, every value written out',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  answers: { 200: { about: 'the submission', schema: EvaluationDraft }, 404: { problem: UNKNOWN } },
} as const satisfies Route
