import { z } from 'zod'
import { Provenance } from './pool.js'

/** How far back a pool is told of. */
export const PoolWindow = z.enum(['15min', '1h', '6h', '24h', '7d'])
export type PoolWindow = z.infer<typeof PoolWindow>

/** One value a step, the mean over it where it is of several notes; null if nobody noted any. */
const series = z.array(z.number().nullable())

/** How long calls waited for a slot, in seconds: those claimed in each step, and the longest that still waited. */
export const PoolWaits = z.object({
  /** Null: of all teams. */
  team: z.string().nullable(),
  p50: series,
  p95: series,
  oldest: series,
})
export type PoolWaits = z.infer<typeof PoolWaits>

/** What teams had of a pool over a time against what their weights entitled them to. */
export const SharesOver = z.object({
  over: z.enum(['5min', '24h']),
  /** 1 where every team had what it was entitled to, 1/n where one of n had all; null while nothing was drawn. */
  jain: z.number().nullable(),
  teams: z.array(
    z.object({
      team: z.string().nullable(),
      own: z.boolean(),
      /** Of all that was in flight, as a share of 1. */
      share: z.number(),
      /** Its weight among the teams that had work, as a share of 1, by what was in flight at the time. */
      entitlement: z.number(),
    }),
  ),
})
export type SharesOver = z.infer<typeof SharesOver>

/** How a pool stood over a time, step by step. */
export const PoolHistory = z.object({
  pool: z.string(),
  provenance: Provenance,
  window: PoolWindow,
  stepSeconds: z.int(),
  /** When each step began. */
  at: z.array(z.iso.datetime()),
  slots: series,
  /** Slots that drew a sample. */
  busy: series,
  /** Workers that were ready. */
  ready: series,
  /** Workers that what could run and limits allowed asked for, by the slots a worker has: what an autoscaler is told. */
  wanted: series,
  tokensPerSecond: series,
  /** The caller's team's, where it had work here, then all teams'. */
  waits: z.array(PoolWaits),
  /** Null: all other teams together. */
  teams: z.array(z.object({ team: z.string().nullable(), own: z.boolean(), queued: series, busy: series })),
  /** The latest and busiest of those it had. */
  workers: z.array(
    z.object({
      id: z.string(),
      /** The share of its slots that drew. */
      busy: series,
    }),
  ),
  /** How many workers it had in all. */
  workersTotal: z.int(),
  /** Workers that came and went, by step. */
  changes: z.array(z.object({ at: z.iso.datetime(), came: z.int(), left: z.int() })),
  shares: z.array(SharesOver),
  /** Workers heard of in the last ten minutes, those that went without a word among them. */
  crew: z.array(
    z.object({
      id: z.string(),
      slots: z.int(),
      ready: z.boolean(),
      reason: z.string().nullable(),
      engine: z.string().nullable(),
      heartbeatAgeMs: z.number(),
      /** By its last note, of the last 90 seconds; null if there is none. */
      inFlight: z.int().nullable(),
      tokensPerSecond: z.number().nullable(),
    }),
  ),
})
export type PoolHistory = z.infer<typeof PoolHistory>

export const PoolHistoryFile = z.enum(['history.csv', 'history.json'])
export type PoolHistoryFile = z.infer<typeof PoolHistoryFile>
