import { PoolHistory, PoolWindow } from '../../schemas/pool-history.js'
import { getPoolHistory } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { POOL } from '../parameters.js'
import type { Route } from '../route.js'

export const GetPoolHistory = {
  at: getPoolHistory,
  summary: 'Read how a pool stood over a time: teams apart for those who run pools, else one’s own and the rest',
  scope: 'pools:read',
  path: { pool: POOL },
  query: { window: { about: `${PoolWindow.options.join(', ')}; an hour unless given`, schema: PoolWindow } },
  answers: { 200: { about: 'its history', schema: PoolHistory }, 404: { problem: UNKNOWN } },
} as const satisfies Route
