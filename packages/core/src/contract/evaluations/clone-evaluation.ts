import { CloneRequest } from '../../schemas/lifecycle-requests.js'
import { EvaluationView } from '../../schemas/evaluation-view.js'
import { IdempotencyKey } from '../../schemas/idempotency-key.js'
import { cloneEvaluation } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const CloneEvaluation = {
  at: cloneEvaluation,
  summary: 'Submit an evaluation once more, on the same revision of its benchmark',
  scope: 'evaluations:write',
  path: { id: EVALUATION },
  headers: { 'Idempotency-Key': { about: 'the same key and body give the same clone', schema: IdempotencyKey } },
  body: CloneRequest,
  answers: {
    201: { about: 'accepted', schema: EvaluationView },
    200: { about: 'accepted before, under this key', schema: EvaluationView },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
    409: { problem: 'this key was used with another body' },
  },
} as const satisfies Route
