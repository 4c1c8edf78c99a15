import { PoolList } from '../../schemas/pool.js'
import { listPools } from '../addresses.js'
import type { Route } from '../route.js'

export const ListPools = {
  at: listPools,
  summary: 'List pools and their workers',
  scope: 'pools:read',
  answers: { 200: { about: 'the pools', schema: PoolList } },
} as const satisfies Route
