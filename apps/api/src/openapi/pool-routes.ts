import { PoolList, PoolName, PoolShares, QueueDepth } from '@cges-fleet/core'
import { away, type Route, unknown } from './route.js'

const pool = { name: 'pool', in: 'path', about: 'the name of a pool', schema: PoolName } as const

/** The routes of pools. */
export const POOL_ROUTES: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/pools',
    summary: 'List pools and their workers',
    policy: 'pools:read',
    answers: { 200: { about: 'the pools', schema: PoolList } },
  },
  {
    method: 'get',
    path: '/v1/pools/{pool}/queue-depth',
    summary: 'Read what could run now in a pool, for an autoscaler',
    policy: 'pools:read',
    parameters: [pool],
    answers: { 200: { about: 'the depth', schema: QueueDepth }, 404: unknown, 503: away },
  },
  {
    method: 'get',
    path: '/v1/pools/{pool}/shares',
    summary: 'Read who uses a pool: teams apart for those who run pools, else one’s own and the rest',
    policy: 'pools:read',
    parameters: [pool],
    answers: { 200: { about: 'the teams with work in it', schema: PoolShares }, 404: unknown },
  },
]
