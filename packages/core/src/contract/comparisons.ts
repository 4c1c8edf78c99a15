import { z } from 'zod'
import { Comparison, ComparisonQuery, ComparisonStatistics } from '../schemas/comparison.js'
import { NewSavedComparison, SavedComparison, SavedComparisons } from '../schemas/sharing.js'
import {
  deleteSavedComparison,
  getComparison,
  judgeComparison,
  listSavedComparisons,
  saveComparison,
} from './addresses.js'
import { type Parameters, REFUSED, type Route, UNKNOWN } from './route.js'

const { evaluations, suite, runs, with: opponent, base, against, methods, unpaired } = ComparisonQuery.shape

/** The query parameters that select what is compared. */
const COMPARED = {
  evaluations: { about: 'ids, with commas between them', schema: evaluations },
  suite: {
    about: 'the name of a suite, in place of ids: one evaluation of each benchmark on each pool',
    schema: suite,
  },
  runs: { about: 'of a suite, the evaluations to show where there are several; the first unless given', schema: runs },
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

export const SaveComparison = {
  at: saveComparison,
  summary: 'Keep a comparison, with a name and a text',
  scope: 'evaluations:write',
  body: NewSavedComparison,
  answers: {
    201: { about: 'kept', schema: SavedComparison },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
    409: { problem: 'the team keeps too many: delete one' },
  },
} as const satisfies Route

export const ListSavedComparisons = {
  at: listSavedComparisons,
  summary: 'List the comparisons that a team keeps',
  scope: 'evaluations:read',
  answers: { 200: { about: 'newest first', schema: SavedComparisons } },
} as const satisfies Route

export const DeleteSavedComparison = {
  at: deleteSavedComparison,
  summary: 'Delete a comparison that a team keeps; its evaluations stay',
  scope: 'evaluations:write',
  path: { saved: { about: 'the id of a saved comparison', schema: z.uuid('must be the id of a saved comparison') } },
  answers: { 204: { about: 'deleted' }, 404: { problem: UNKNOWN } },
} as const satisfies Route
