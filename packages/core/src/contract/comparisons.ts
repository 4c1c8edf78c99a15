import { Comparison, ComparisonQuery, ComparisonStatistics } from '../schemas/comparison.js'
import { getComparison, judgeComparison } from './addresses.js'
import { type Parameters, REFUSED, type Route, UNKNOWN } from './route.js'

const { evaluations, suite, with: opponent, base, against, methods, unpaired } = ComparisonQuery.shape

/** The query parameters that select what is compared. */
const COMPARED = {
  evaluations: { about: 'ids, with commas between them', schema: evaluations },
  suite: { about: 'the name of a suite, in place of ids: the newest evaluation of each benchmark', schema: suite },
  with: { about: 'whether methods are compared with the base evaluation or within their own', schema: opponent },
  base: { about: 'the evaluation others are compared with', schema: base },
  against: { about: 'the method all are compared with', schema: against },
  methods: { about: 'the methods shown, with semicolons between them', schema: methods },
  unpaired: { about: '1: without questions in common, compare shares', schema: unpaired },
} as const satisfies Parameters

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
