import { SessionView, SignIn } from '../../schemas/session.js'
import { startSession } from '../addresses.js'
import { REFUSED } from '../answers.js'
import type { Route } from '../route.js'

export const StartSession = {
  at: startSession,
  summary: 'Sign a browser in: a key for a cookie',
  scope: 'anyone',
  body: SignIn,
  answers: {
    201: { about: 'signed in; the cookie is set', schema: SessionView },
    400: { problem: REFUSED },
    401: { problem: 'this key does not work' },
    409: { problem: 'this fleet has no sign-in' },
  },
} as const satisfies Route
