import { Comparison } from '../../schemas/comparison.js'
import { getComparison } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import type { Route } from '../route.js'
import { COMPARED } from './comparison-parameters.js'

export const GetComparison = {
  at: getComparison,
  summary: 'Put evaluations side by side: what differs between them, their figures, and who is right where, in counts',
  scope: 'evaluations:read',
  query: COMPARED,
  answers: {
    200: { about: 'the comparison', schema: Comparison },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route
