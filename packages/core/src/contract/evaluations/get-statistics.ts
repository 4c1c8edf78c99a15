import { EvaluationStatistics } from '../../schemas/evaluation-statistics.js'
import { getStatistics } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import { EVALUATION, MethodText } from '../parameters.js'
import type { Route } from '../route.js'

export const GetStatistics = {
  at: getStatistics,
  summary: 'Read what an evaluation’s numbers are worth: intervals, paired comparisons, outcomes, quality of signals',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  query: {
    baseline: { about: 'the method others are compared with; SC at their own budget unless given', schema: MethodText },
  },
  answers: {
    200: { about: 'the statistics; final ones once it is complete', schema: EvaluationStatistics },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route
