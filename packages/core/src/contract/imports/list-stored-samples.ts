import { StoredAfter, StoredPage } from '../../schemas/import-spec.js'
import { listStoredSamples } from '../addresses.js'
import { REFUSED, UNKNOWN } from '../answers.js'
import { IMPORT } from '../parameters.js'
import type { Route } from '../route.js'

export const ListStoredSamples = {
  at: listStoredSamples,
  summary: 'List which samples of the log are stored, so that an interrupted import sends the others alone',
  scope: 'evaluations:read',
  path: { id: IMPORT },
  query: { after: { about: 'the "next" of the page before', schema: StoredAfter } },
  answers: {
    200: { about: 'a page', schema: StoredPage },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
    409: { problem: 'the evaluation draws its own samples' },
  },
} as const satisfies Route
