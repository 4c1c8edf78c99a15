import { endSession } from '../addresses.js'
import type { Route } from '../route.js'

export const EndSession = {
  at: endSession,
  summary: 'Sign a browser out',
  scope: 'anyone',
  answers: { 204: { about: 'signed out' } },
} as const satisfies Route
