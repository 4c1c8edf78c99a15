import { getReadiness } from '../addresses.js'
import { AWAY } from '../answers.js'
import type { Route } from '../route.js'

export const GetReadiness = {
  at: getReadiness,
  summary: 'The process can serve',
  scope: 'anyone',
  answers: { 200: { about: 'it can' }, 503: { problem: AWAY } },
} as const satisfies Route
