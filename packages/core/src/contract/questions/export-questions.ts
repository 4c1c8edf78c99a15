import { QuestionListFile } from '../../schemas/question-selection.js'
import { exportQuestions } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'
import { SELECTION } from './selection.js'

export const ExportQuestions = {
  at: exportQuestions,
  summary: 'Export all questions that a selection finds, with every method’s verdict, as one file',
  scope: 'evaluations:read',
  path: { id: EVALUATION, file: { about: QuestionListFile.options.join(', '), schema: QuestionListFile } },
  query: SELECTION,
  answers: {
    200: { about: 'the file, streamed', type: 'application/octet-stream' },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route
