import { EvaluationListFile } from '../../schemas/evaluation-query.js'
import { exportEvaluations } from '../addresses.js'
import { REFUSED } from '../answers.js'
import { LISTED } from '../list-parameters.js'
import type { Route } from '../route.js'

export const ExportEvaluations = {
  at: exportEvaluations,
  summary: 'Export all evaluations that a filter finds as one file',
  scope: 'evaluations:read',
  path: { file: { about: EvaluationListFile.options.join(', '), schema: EvaluationListFile } },
  query: LISTED,
  answers: { 200: { about: 'the file, streamed', type: 'application/octet-stream' }, 400: { problem: REFUSED } },
} as const satisfies Route
