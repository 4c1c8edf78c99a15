import { readOpenapi } from '../addresses.js'
import type { Route } from '../route.js'

export const ReadOpenapi = {
  at: readOpenapi,
  summary: 'This document',
  scope: 'anyone',
  answers: { 200: { about: 'OpenAPI 3.1' } },
} as const satisfies Route
