import { ImportSpec } from '../../schemas/import-spec.js'
import { EvaluationView } from '../../schemas/evaluation-view.js'
import { IdempotencyKey } from '../../schemas/idempotency-key.js'
import { createImport } from '../addresses.js'
import { REFUSED } from '../answers.js'
import type { Route } from '../route.js'

export const CreateImport = {
  at: createImport,
  summary: 'Make an evaluation of a log: its samples are sent, not drawn',
  scope: 'evaluations:write',
  headers: { 'Idempotency-Key': { about: 'the same key and body give the same evaluation', schema: IdempotencyKey } },
  body: ImportSpec,
  answers: {
    201: { about: 'made', schema: EvaluationView },
    200: { about: 'made before, under this key', schema: EvaluationView },
    400: { problem: REFUSED },
    409: { problem: 'this key was used with another body' },
  },
} as const satisfies Route
