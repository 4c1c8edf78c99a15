import { EvaluationSpec } from '../../schemas/evaluation-spec.js'
import { EvaluationView } from '../../schemas/evaluation-view.js'
import { IdempotencyKey } from '../../schemas/idempotency-key.js'
import { submitEvaluation } from '../addresses.js'
import { REFUSED } from '../answers.js'
import type { Route } from '../route.js'

export const SubmitEvaluation = {
  at: submitEvaluation,
  summary: 'Submit an evaluation',
  scope: 'evaluations:write',
  headers: { 'Idempotency-Key': { about: 'the same key and body give the same evaluation', schema: IdempotencyKey } },
  body: EvaluationSpec,
  answers: {
    201: { about: 'accepted', schema: EvaluationView },
    200: { about: 'accepted before, under this key', schema: EvaluationView },
    400: { problem: REFUSED },
    409: { problem: 'this key was used with another body' },
  },
} as const satisfies Route
