import { ExternalCount, ExternalVerdicts } from '../../schemas/external-verdicts.js'
import { addVerdicts } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import { MANY_MEMBERS } from '../body-limits.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const AddVerdicts = {
  at: addVerdicts,
  summary: 'Add verdicts of a rule of one’s own beside those of the evaluation’s methods, a batch at a time',
  scope: 'evaluations:write',
  audit: 'evaluation.verdicts',
  path: { id: EVALUATION },
  mostMembers: MANY_MEMBERS,
  body: ExternalVerdicts,
  answers: {
    200: { about: 'stored; those there already stay as they are', schema: ExternalCount },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
    409: { problem: 'it is not done, or has another verdict of this rule already' },
  },
} as const satisfies Route
