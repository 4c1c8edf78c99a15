import { EvaluationId } from '../schemas/evaluation-status.js'
import { IdempotencyKey } from '../schemas/evaluation-spec.js'
import { SubmittedSuite, SuiteList, SuiteSpec } from '../schemas/suites.js'
import { listSuites, submitSuite } from './addresses.js'
import { REFUSED, type Route } from './route.js'

export const SubmitSuite = {
  at: submitSuite,
  summary: 'Submit a suite: an evaluation for each benchmark on each pool, all or none',
  scope: 'evaluations:write',
  headers: { 'Idempotency-Key': { about: 'the same key and body give the same evaluations', schema: IdempotencyKey } },
  body: SuiteSpec,
  answers: {
    201: { about: 'accepted', schema: SubmittedSuite },
    200: { about: 'accepted before, under this key', schema: SubmittedSuite },
    400: { problem: REFUSED },
    409: { problem: 'this key was used with another body, or the team’s limits leave no room' },
  },
} as const satisfies Route

export const ListSuites = {
  at: listSuites,
  summary: 'List the suites of a team',
  scope: 'evaluations:read',
  query: { after: { about: 'the "next" of the page before', schema: EvaluationId.optional() } },
  answers: {
    200: { about: 'a page, the one with the newest evaluation first', schema: SuiteList },
    400: { problem: REFUSED },
  },
} as const satisfies Route
