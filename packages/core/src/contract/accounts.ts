import { AccountsView, EvaluationAccount, Forecast } from '../schemas/accounts.js'
import { EvaluationSpec } from '../schemas/evaluation-spec.js'
import { exportAccounts, forecastEvaluation, getAccounts, getEvaluationAccount } from './addresses.js'
import { EVALUATION } from './parameters.js'
import { REFUSED, type Route, UNKNOWN } from './route.js'

export const GetAccounts = {
  at: getAccounts,
  summary: 'Read what your team has used, by day and pool, and against its limits',
  scope: 'evaluations:read',
  answers: { 200: { about: 'the accounts', schema: AccountsView } },
} as const satisfies Route

export const ExportAccounts = {
  at: exportAccounts,
  summary: 'Export your team’s statement of the last twelve months as CSV: used, paid and saved, by month and pool',
  scope: 'evaluations:read',
  answers: { 200: { about: 'the file', type: 'text/csv' } },
} as const satisfies Route

export const GetEvaluationAccount = {
  at: getEvaluationAccount,
  summary: 'Read what an evaluation cost: paid by its team, the platform’s overhead, each method alone',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  answers: { 200: { about: 'the account', schema: EvaluationAccount }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const ForecastEvaluation = {
  at: forecastEvaluation,
  summary: 'Say what an evaluation would take, before it is submitted',
  scope: 'evaluations:write',
  body: EvaluationSpec,
  answers: { 200: { about: 'calls, tokens and time, as intervals', schema: Forecast }, 400: { problem: REFUSED } },
} as const satisfies Route
