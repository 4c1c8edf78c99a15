import { QuestionCounts } from '../../schemas/question-view.js'
import { countQuestions } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'
import { SELECTION } from './selection.js'

export const CountQuestions = {
  at: countQuestions,
  summary: 'Count the questions that a selection finds, and those of each filter',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  query: SELECTION,
  answers: {
    200: { about: 'the counts', schema: QuestionCounts },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route
