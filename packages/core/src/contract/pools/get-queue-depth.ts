import { QueueDepth } from '../../schemas/pool.js'
import { getQueueDepth } from '../addresses.js'
import { AWAY, UNKNOWN } from '../answers.js'
import { POOL } from '../parameters.js'
import type { Route } from '../route.js'

export const GetQueueDepth = {
  at: getQueueDepth,
  summary: 'Read what could run now in a pool, for an autoscaler',
  scope: 'pools:read',
  path: { pool: POOL },
  answers: { 200: { about: 'the depth', schema: QueueDepth }, 404: { problem: UNKNOWN }, 503: { problem: AWAY } },
} as const satisfies Route
