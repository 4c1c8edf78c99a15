import { AccountsView, EvaluationAccount, EvaluationSpec, Forecast } from '@cges-fleet/core'
import { id, refused, type Route, unknown } from './route.js'

/** The routes of what work costs. */
export const ACCOUNT_ROUTES: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/forecasts',
    summary: 'Say what an evaluation would take, before it is submitted',
    policy: 'evaluations:write',
    body: EvaluationSpec,
    answers: { 200: { about: 'calls, tokens and time, as intervals', schema: Forecast }, 400: refused },
  },
  {
    method: 'get',
    path: '/v1/accounts',
    summary: 'Read what your team has used, by day and pool, and against its limits',
    policy: 'evaluations:read',
    answers: { 200: { about: 'the accounts', schema: AccountsView } },
  },
  {
    method: 'get',
    path: '/v1/evaluations/{id}/account',
    summary: 'Read what an evaluation cost: paid by its team, the platform’s overhead, each method alone',
    policy: 'evaluations:read',
    parameters: [id],
    answers: { 200: { about: 'the account', schema: EvaluationAccount }, 404: unknown },
  },
]
