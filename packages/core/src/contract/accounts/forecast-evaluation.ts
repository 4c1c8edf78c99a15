import { EvaluationSpec } from '../../schemas/evaluation-spec.js'
import { Forecast } from '../../schemas/forecast.js'
import { forecastEvaluation } from '../addresses.js'
import { REFUSED } from '../answers.js'
import type { Route } from '../route.js'

export const ForecastEvaluation = {
  at: forecastEvaluation,
  summary: 'Say what an evaluation would take, before it is submitted',
  scope: 'evaluations:write',
  body: EvaluationSpec,
  answers: { 200: { about: 'calls, tokens and time, as intervals', schema: Forecast }, 400: { problem: REFUSED } },
} as const satisfies Route
