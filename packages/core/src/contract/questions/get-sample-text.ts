import { z } from 'zod'
import { SampleText } from '../../schemas/question-view.js'
import { getSampleText } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'
import { FROM, INDEX, POSITION, REPLICATE } from './question-parameters.js'
import { SELECTION } from './selection.js'

const Part = z.enum(['text', 'reasoning'])

export const GetSampleText = {
  at: getSampleText,
  summary: 'Read what the model wrote for a sample, a part at a time',
  scope: 'evaluations:read',
  path: { id: EVALUATION, position: POSITION, index: INDEX },
  query: {
    replicate: REPLICATE,
    from: FROM,
    part: { about: 'text, unless given, or reasoning', schema: Part },
    examples: SELECTION.examples,
  },
  answers: {
    200: { about: 'a part of it', schema: SampleText },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route
