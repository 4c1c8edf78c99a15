import { Regrade } from '../../schemas/regrade.js'
import { getRegrade } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const GetRegrade = {
  at: getRegrade,
  summary: 'Read what the newest regrade flipped: answers, verdicts, correctness',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  answers: { 200: { about: 'the regrade', schema: Regrade }, 404: { problem: UNKNOWN } },
} as const satisfies Route
