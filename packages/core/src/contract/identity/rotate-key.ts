import { IssuedKey, KeyRotation } from '../../schemas/api-key.js'
import { rotateKey } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { KEY } from '../parameters.js'
import type { Route } from '../route.js'

export const RotateKey = {
  at: rotateKey,
  summary: 'Replace a key by a new one; the old one works on for the overlap',
  scope: 'keys:manage',
  path: { id: KEY },
  body: KeyRotation,
  answers: {
    201: { about: 'the new key', schema: IssuedKey },
    404: { problem: UNKNOWN },
    409: { problem: 'it has ended, or this fleet has no sign-in' },
  },
} as const satisfies Route
