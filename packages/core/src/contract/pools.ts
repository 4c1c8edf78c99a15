import {
  PoolHistory,
  PoolHistoryFile,
  PoolList,
  PoolPrice,
  PoolShares,
  PoolWindow,
  QueueDepth,
} from '../schemas/pool.js'
import { exportPoolHistory, getPoolHistory, getPoolShares, getQueueDepth, listPools, pricePool } from './addresses.js'
import { POOL } from './parameters.js'
import { AWAY, type Route, UNKNOWN } from './route.js'

export const ListPools = {
  at: listPools,
  summary: 'List pools and their workers',
  scope: 'pools:read',
  answers: { 200: { about: 'the pools', schema: PoolList } },
} as const satisfies Route

export const PricePool = {
  at: pricePool,
  summary: 'Set what a pool’s use costs, from now on',
  scope: 'pools:operate',
  audit: 'pool.price',
  path: { pool: POOL },
  body: PoolPrice,
  answers: {
    200: { about: 'the price', schema: PoolPrice },
    404: { problem: UNKNOWN },
    409: { problem: 'what was used of it is booked in another currency' },
  },
} as const satisfies Route

export const GetQueueDepth = {
  at: getQueueDepth,
  summary: 'Read what could run now in a pool, for an autoscaler',
  scope: 'pools:read',
  path: { pool: POOL },
  answers: { 200: { about: 'the depth', schema: QueueDepth }, 404: { problem: UNKNOWN }, 503: { problem: AWAY } },
} as const satisfies Route

export const GetPoolShares = {
  at: getPoolShares,
  summary: 'Read who uses a pool: teams apart for those who run pools, else one’s own and the rest',
  scope: 'pools:read',
  path: { pool: POOL },
  answers: { 200: { about: 'the teams with work in it', schema: PoolShares }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const GetPoolHistory = {
  at: getPoolHistory,
  summary: 'Read how a pool stood over a time: teams apart for those who run pools, else one’s own and the rest',
  scope: 'pools:read',
  path: { pool: POOL },
  query: { window: { about: `${PoolWindow.options.join(', ')}; an hour unless given`, schema: PoolWindow } },
  answers: { 200: { about: 'its history', schema: PoolHistory }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const ExportPoolHistory = {
  at: exportPoolHistory,
  summary: 'Export how a pool stood over a time as one file',
  scope: 'pools:read',
  path: { pool: POOL, file: { about: PoolHistoryFile.options.join(', '), schema: PoolHistoryFile } },
  query: { window: { about: `${PoolWindow.options.join(', ')}; an hour unless given`, schema: PoolWindow } },
  answers: { 200: { about: 'the file', type: 'application/octet-stream' }, 404: { problem: UNKNOWN } },
} as const satisfies Route
