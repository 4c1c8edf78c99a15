import { getHealth } from '../addresses.js'
import type { Route } from '../route.js'

export const GetHealth = {
  at: getHealth,
  summary: 'The process lives',
  scope: 'anyone',
  answers: { 200: { about: 'it does' } },
} as const satisfies Route
