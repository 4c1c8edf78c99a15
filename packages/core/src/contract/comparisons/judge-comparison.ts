import { ComparisonStatistics } from '../../schemas/comparison.js'
import { judgeComparison } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import type { Route } from '../route.js'
import { COMPARED } from './comparison-parameters.js'

export const JudgeComparison = {
  at: judgeComparison,
  summary:
    'Read what the differences of a comparison are worth: paired intervals, tests, judgements, a suite’s averages',
  scope: 'evaluations:read',
  query: COMPARED,
  answers: {
    200: { about: 'the statistics; they take seconds the first time', schema: ComparisonStatistics },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route
