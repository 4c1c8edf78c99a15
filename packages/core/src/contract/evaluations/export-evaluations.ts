import { EvaluationListFile, EvaluationQuery } from '../../schemas/evaluation-query.js'
import { exportEvaluations } from '../addresses.js'
import { REFUSED } from '../answers.js'
import { queryOf } from '../query-of.js'
import type { Route } from '../route.js'

const { cursor, ...wanted } = queryOf(EvaluationQuery.shape)

export const ExportEvaluations = {
  at: exportEvaluations,
  summary: 'Export all evaluations that a filter finds as one file',
  scope: 'evaluations:read',
  path: { file: { about: EvaluationListFile.options.join(', '), schema: EvaluationListFile } },
  query: { ...wanted, cursor: { ...cursor, about: 'without effect: an export begins at the first' } },
  answers: {
    200: { about: 'the file, streamed', type: 'application/octet-stream' },
    400: { problem: REFUSED },
  },
} as const satisfies Route
