import { Regrade } from '../../schemas/regrade.js'
import { requestRegrade } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const RequestRegrade = {
  at: requestRegrade,
  summary: 'Read and decide the stored samples again with the present grading version, at no call',
  scope: 'evaluations:write',
  audit: 'evaluation.regrade',
  path: { id: EVALUATION },
  answers: {
    202: { about: 'asked for; done when finishedAt is set', schema: Regrade },
    404: { problem: UNKNOWN },
    409: { problem: 'it is running, or graded with this version already' },
  },
} as const satisfies Route
