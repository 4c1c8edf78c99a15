import { z } from 'zod'
import { Preflight } from '../preflight/preflight.js'
import { Provenance } from './pool.js'

/** How far back a pool's history goes. */
export const PoolWindow = z.enum(['15min', '1h', '6h', '24h', '7d'])
export type PoolWindow = z.infer<typeof PoolWindow>

/** One value a step, the mean if it covers several records; null if nothing was recorded. */
const series = z.array(z.number().nullable())

/**
 * How long calls waited for a slot, in seconds: quantiles of those claimed in each step, and the longest still waiting.
 */
export const PoolWaits = z.object({
  /** Null: of all teams. */
  team: z.string().nullable(),
  p50: series,
  p95: series,
  oldest: series,
})
export type PoolWaits = z.infer<typeof PoolWaits>

/** Teams' use of a pool over a window against the shares that their weights entitled them to. */
export const SharesOver = z.object({
  over: z.enum(['5min', '24h']),
  /**
   * Jain's fairness index: 1 if every team had its share, 1/n if one of n had everything; null if nothing was drawn.
   */
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

/** The state of a pool over a window, step by step. */
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
  /**
   * The workers wanted, as reported to an autoscaler: the samples that could run within limits over the slots of a
   * worker.
   */
  wanted: series,
  tokensPerSecond: series,
  /** The caller's team's, if it had work here, then all teams'. */
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
  /** Workers with a heartbeat in the last ten minutes, including those that disappeared without leaving. */
  crew: z.array(
    z.object({
      id: z.string(),
      slots: z.int(),
      ready: z.boolean(),
      reason: z.string().nullable(),
      engine: z.string().nullable(),
      /** What it found out about its model server before its first call; null until it has. */
      preflight: Preflight.nullable(),
      heartbeatAgeMs: z.number(),
      /** From its last record, if that is at most 90 seconds old; else null. */
      inFlight: z.int().nullable(),
      tokensPerSecond: z.number().nullable(),
    }),
  ),
})
export type PoolHistory = z.infer<typeof PoolHistory>

export const PoolHistoryFile = z.enum(['history.csv', 'history.json'])
export type PoolHistoryFile = z.infer<typeof PoolHistoryFile>
