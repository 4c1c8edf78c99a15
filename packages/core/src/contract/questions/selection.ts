import { QuestionSelection } from '../../schemas/question-selection.js'
import type { Parameters } from '../route.js'

const { filter, method, verdict, agreement, versus, versusMethod, answer, q, examples } = QuestionSelection.shape

/** The query parameters that select questions of an evaluation. */
export const SELECTION = {
  filter: { about: 'conditions on all verdicts or samples; all must hold', schema: filter },
  method: { about: 'the method that the other conditions are about', schema: method },
  verdict: { about: 'how that method ended', schema: verdict },
  agreement: { about: 'who of that method and another is right, where both have verdicts', schema: agreement },
  versus: { about: 'the evaluation of the other method', schema: versus },
  versusMethod: { about: 'the other method', schema: versusMethod },
  answer: { about: 'the answer of a verdict, by its comparison key', schema: answer },
  q: { about: 'a text that the question or its id contains', schema: q },
  examples: { about: '1: with the questions, answers and responses of a gated benchmark', schema: examples },
} as const satisfies Parameters
