import { PoolHistoryFile, PoolWindow } from '../../schemas/pool-history.js'
import { exportPoolHistory } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { POOL } from '../parameters.js'
import type { Route } from '../route.js'

export const ExportPoolHistory = {
  at: exportPoolHistory,
  summary: 'Export how a pool stood over a time as one file',
  scope: 'pools:read',
  path: { pool: POOL, file: { about: PoolHistoryFile.options.join(', '), schema: PoolHistoryFile } },
  query: { window: { about: `${PoolWindow.options.join(', ')}; an hour unless given`, schema: PoolWindow } },
  answers: { 200: { about: 'the file', type: 'application/octet-stream' }, 404: { problem: UNKNOWN } },
} as const satisfies Route
