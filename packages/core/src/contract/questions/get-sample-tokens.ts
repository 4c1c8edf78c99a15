import { SampleTokens } from '../../schemas/question-view.js'
import { getSampleTokens } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'
import { FROM, INDEX, POSITION, REPLICATE } from './question-parameters.js'
import { SELECTION } from './selection.js'

export const GetSampleTokens = {
  at: getSampleTokens,
  summary: 'Read the log-probabilities of a sample’s tokens, a part at a time',
  scope: 'evaluations:read',
  path: { id: EVALUATION, position: POSITION, index: INDEX },
  query: { replicate: REPLICATE, from: FROM, examples: SELECTION.examples },
  answers: {
    200: { about: 'a part of them', schema: SampleTokens },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route
