import { getMetrics } from '../addresses.js'
import type { Route } from '../route.js'

export const GetMetrics = {
  at: getMetrics,
  summary: 'What this process did, for Prometheus',
  scope: 'anyone',
  answers: { 200: { about: 'metrics', type: 'text/plain' } },
} as const satisfies Route
