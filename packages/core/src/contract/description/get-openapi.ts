import { getOpenapi } from '../addresses.js'
import type { Route } from '../route.js'

export const GetOpenapi = {
  at: getOpenapi,
  summary: 'This document',
  scope: 'anyone',
  answers: { 200: { about: 'OpenAPI 3.1' } },
} as const satisfies Route
