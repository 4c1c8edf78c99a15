import { getDocs } from '../addresses.js'
import type { Route } from '../route.js'

export const GetDocs = {
  at: getDocs,
  summary: 'This document as a page',
  scope: 'anyone',
  answers: { 200: { about: 'a page', type: 'text/html' } },
} as const satisfies Route
