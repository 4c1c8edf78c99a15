import { away, type Route } from './route.js'

/** What a cluster asks of every process. */
export const PROBE_ROUTES: readonly Route[] = [
  {
    method: 'get',
    path: '/health',
    summary: 'The process lives',
    policy: 'anyone',
    answers: { 200: { about: 'it does' } },
  },
  {
    method: 'get',
    path: '/metrics',
    summary: 'What this process did, for Prometheus',
    policy: 'anyone',
    answers: { 200: { about: 'metrics', type: 'text/plain' } },
  },
  {
    method: 'get',
    path: '/ready',
    summary: 'The process can serve',
    policy: 'anyone',
    answers: { 200: { about: 'it can' }, 503: away },
  },
]
