import { Extension } from '../../schemas/lifecycle-requests.js'
import { EvaluationView } from '../../schemas/evaluation-view.js'
import { extendEvaluation } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const ExtendEvaluation = {
  at: extendEvaluation,
  summary: 'Add methods, budget, replicates or room under the caps; only what is missing is drawn',
  scope: 'evaluations:write',
  audit: 'evaluation.extend',
  path: { id: EVALUATION },
  body: Extension,
  answers: {
    200: { about: 'the evaluation, which goes on', schema: EvaluationView },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
    409: { problem: 'it failed' },
  },
} as const satisfies Route
