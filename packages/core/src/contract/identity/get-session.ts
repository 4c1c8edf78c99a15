import { SessionView } from '../../schemas/session.js'
import { getSession } from '../addresses.js'
import type { Route } from '../route.js'

export const GetSession = {
  at: getSession,
  summary: 'Read who the caller is, and whether this fleet asks for a key',
  scope: 'anyone',
  answers: { 200: { about: 'the caller; null without a key', schema: SessionView } },
} as const satisfies Route
