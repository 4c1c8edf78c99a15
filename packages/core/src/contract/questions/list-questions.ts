import { QuestionPlace } from '../../schemas/question-selection.js'
import { QuestionPage } from '../../schemas/question-view.js'
import { listQuestions } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'
import { SELECTION } from './selection.js'

export const ListQuestions = {
  at: listQuestions,
  summary: 'List an evaluation’s questions with every method’s verdict, those that a selection finds',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  query: {
    ...SELECTION,
    after: { about: 'the "next" of the page before', schema: QuestionPlace },
    before: { about: 'the "previous" of the page after', schema: QuestionPlace },
  },
  answers: {
    200: { about: 'a page of 50', schema: QuestionPage },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route
