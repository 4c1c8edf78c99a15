import { ImportBatch, ImportedCount } from '../../schemas/import-spec.js'
import { addSamples } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import { MANY_MEMBERS } from '../body-limits.js'
import { IMPORT } from '../parameters.js'
import type { Route } from '../route.js'

export const AddSamples = {
  at: addSamples,
  summary: 'Add samples of the log, a batch at a time',
  scope: 'evaluations:write',
  path: { id: IMPORT },
  anyCharacters: true,
  mostMembers: MANY_MEMBERS,
  body: ImportBatch,
  answers: {
    200: { about: 'stored; those there already stay as they are', schema: ImportedCount },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
    409: { problem: 'the evaluation draws its own samples, or the team’s limit of stored bytes leaves no room' },
  },
} as const satisfies Route
