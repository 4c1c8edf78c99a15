import { IssuedKey, NewKey } from '../../schemas/api-key.js'
import { createKey } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import type { Route } from '../route.js'

export const CreateKey = {
  at: createKey,
  summary: 'Make a key; the answer alone holds its secret',
  scope: 'keys:manage',
  body: NewKey,
  answers: {
    201: { about: 'made', schema: IssuedKey },
    404: { problem: UNKNOWN },
    409: { problem: 'this fleet has no sign-in' },
  },
} as const satisfies Route
