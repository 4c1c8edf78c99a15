import { z } from 'zod'
import { FleetStatus } from '../schemas/fleet-status.js'
import {
  PoolHistory,
  PoolHistoryFile,
  PoolList,
  PoolPrice,
  PoolShares,
  PoolWindow,
  QueueDepth,
} from '../schemas/pool.js'
import { PausePoolRequest, PoolPaused } from '../schemas/pool-pause.js'
import { NewPromise, PoolPromise } from '../schemas/pool-promise.js'
import { NewQueueVisibility, PoolQueue, PoolVisibility } from '../schemas/pool-queue.js'
import { NewReservation, Reservation, ReservationList } from '../schemas/reservations.js'
import {
  cancelReservation,
  exportPoolHistory,
  getFleetStatus,
  getPoolHistory,
  getPoolQueue,
  getPoolShares,
  getQueueDepth,
  listPools,
  listReservations,
  pausePool,
  pricePool,
  promisePool,
  reserveSlots,
  resumePool,
  setQueueVisibility,
} from './addresses.js'
import { POOL } from './parameters.js'
import { AWAY, type Route, UNKNOWN } from './route.js'

export const GetFleetStatus = {
  at: getFleetStatus,
  summary: 'Read whether the fleet is up: stores, coordinators, workers and queues by pool, and what is wrong',
  scope: 'pools:read',
  answers: { 200: { about: 'the status', schema: FleetStatus } },
} as const satisfies Route

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
  auditsAnswer: true,
  path: { pool: POOL },
  body: PoolPrice,
  answers: {
    200: { about: 'the price', schema: PoolPrice },
    404: { problem: UNKNOWN },
    409: { problem: 'what was used of it is booked in another currency' },
  },
} as const satisfies Route

export const PromisePool = {
  at: promisePool,
  summary: 'Set what a pool serves: workers that serve anything else do not draw. Makes the pool if there is none',
  scope: 'pools:operate',
  audit: 'pool.promise',
  path: { pool: POOL },
  body: NewPromise,
  answers: {
    200: { about: 'what it serves', schema: PoolPromise },
    409: { problem: 'it has evaluations that rely on what it serves' },
  },
} as const satisfies Route

export const PausePool = {
  at: pausePool,
  summary: 'Pause a pool: samples being drawn finish, and nothing new is drawn',
  scope: 'pools:operate',
  path: { pool: POOL },
  body: PausePoolRequest,
  answers: {
    200: { about: 'the pause; the earlier one if the pool was paused', schema: PoolPaused },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route

export const ResumePool = {
  at: resumePool,
  summary: 'Resume a paused pool',
  scope: 'pools:operate',
  path: { pool: POOL },
  answers: { 200: { about: 'no pause', schema: PoolPaused }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const ListReservations = {
  at: listReservations,
  summary: 'List the reservations of a pool that run or are to come, the earliest first',
  scope: 'pools:read',
  path: { pool: POOL },
  answers: { 200: { about: 'the reservations', schema: ReservationList }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const ReserveSlots = {
  at: reserveSlots,
  summary: 'Reserve slots of a pool for a team, for a time: it gets at least these while it has work',
  scope: 'pools:operate',
  path: { pool: POOL },
  body: NewReservation,
  answers: {
    201: { about: 'the reservation', schema: Reservation },
    404: { problem: UNKNOWN },
    409: { problem: 'too many slots for the pool beside its other reservations, or too many reservations' },
  },
} as const satisfies Route

export const CancelReservation = {
  at: cancelReservation,
  summary: 'Cancel a reservation that runs or is to come',
  scope: 'pools:operate',
  path: {
    pool: POOL,
    reservation: { about: 'the id of a reservation', schema: z.uuid('must be the id of a reservation') },
  },
  answers: { 200: { about: 'cancelled', schema: Reservation }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const GetPoolQueue = {
  at: getPoolQueue,
  summary: 'List the running evaluations in a pool: your team’s, and others’ if the pool shows names',
  scope: 'pools:read',
  path: { pool: POOL },
  answers: {
    200: { about: 'the evaluations, yours first, and then the next to start', schema: PoolQueue },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route

export const SetQueueVisibility = {
  at: setQueueVisibility,
  summary: 'Set what everyone sees of other teams in a pool: counts, teams, or names of evaluations and owners',
  scope: 'pools:operate',
  path: { pool: POOL },
  body: NewQueueVisibility,
  answers: { 200: { about: 'what everyone sees', schema: PoolVisibility }, 404: { problem: UNKNOWN } },
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
  summary: 'Read who uses a pool: teams apart if you run pools or the pool shows them, else your own and the rest',
  scope: 'pools:read',
  path: { pool: POOL },
  answers: { 200: { about: 'the teams with work in it', schema: PoolShares }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const GetPoolHistory = {
  at: getPoolHistory,
  summary:
    'Read how a pool stood over a time: teams apart if you run pools or the pool shows them, else your own and the rest',
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
