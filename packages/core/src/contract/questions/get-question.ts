import { QuestionView } from '../../schemas/question-view.js'
import { getQuestion } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'
import { POSITION, REPLICATE } from './question-parameters.js'
import { SELECTION } from './selection.js'

export const GetQuestion = {
  at: getQuestion,
  summary: 'Read one question: its prompt, every sample, every method’s verdict, and its neighbours in a selection',
  scope: 'evaluations:read',
  path: { id: EVALUATION, position: POSITION },
  query: { replicate: REPLICATE, ...SELECTION },
  answers: {
    200: { about: 'the question', schema: QuestionView },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route
