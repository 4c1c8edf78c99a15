import { ConfidenceSignal } from '@cges-fleet/methods'
import { GammaAdvice } from '../../schemas/gamma-advice.js'
import { getGammaAdvice } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const GetGammaAdvice = {
  at: getGammaAdvice,
  summary:
    'Read which γ a signal would take: chosen on the labels of some questions, checked on the others, as `cges tune` does',
  scope: 'evaluations:read',
  path: { id: EVALUATION, signal: { about: 'the confidence signal', schema: ConfidenceSignal } },
  answers: {
    200: { about: 'the advice, or why there is none', schema: GammaAdvice },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route
