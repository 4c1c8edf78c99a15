import { PoolShares } from '../../schemas/pool-shares.js'
import { getPoolShares } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { POOL } from '../parameters.js'
import type { Route } from '../route.js'

export const GetPoolShares = {
  at: getPoolShares,
  summary: 'Read who uses a pool: teams apart for those who run pools, else one’s own and the rest',
  scope: 'pools:read',
  path: { pool: POOL },
  answers: { 200: { about: 'the teams with work in it', schema: PoolShares }, 404: { problem: UNKNOWN } },
} as const satisfies Route
