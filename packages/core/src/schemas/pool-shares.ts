import { z } from 'zod'

/** The samples one team has in flight in a pool. */
export const PoolShare = z.object({
  /** Null: all other teams together, for callers who may not see them apart. */
  team: z.string().nullable(),
  /** Whether it is the caller's. */
  own: z.boolean(),
  weight: z.number(),
  /** Its weight among the teams that have work in this pool, as a share of 1. */
  entitlement: z.number(),
  /** Its samples in flight now among all in flight, as a share of 1; null while none is. */
  share: z.number().nullable(),
  evaluations: z.int(),
  active: z.int(),
  waiting: z.int(),
  /** Samples its open trials would ask for if nothing limited them. */
  backlog: z.int(),
  /** Samples in flight, and those of the backlog that caps and the team's limits allow now. */
  usable: z.int(),
})
export type PoolShare = z.infer<typeof PoolShare>

const limit = z.number().nullable()

/** The samples the caller's team may still draw in a pool, from the figures its turns are computed from. */
export const OwnRoom = z.object({
  /** Its evaluations here that are paused. */
  pausedEvaluations: z.int(),
  /** Its running evaluations here whose caps allow no further sample. */
  cappedEvaluations: z.int(),
  /** Its samples waiting or being drawn, over all pools. */
  inFlight: z.int(),
  /** How many more its limits allow now; null if it has none. */
  samples: z.int().nullable(),
  /** The tightest limit; null if it has none. */
  by: z.enum(['samplesInFlight', 'tokensToday', 'gpuSecondsThisMonth', 'storedBytes']).nullable(),
  limits: z.object({ samplesInFlight: limit, tokensToday: limit, gpuSecondsThisMonth: limit, storedBytes: limit }),
})
export type OwnRoom = z.infer<typeof OwnRoom>

/** Who uses a pool now: the teams with work in it. */
export const PoolShares = z.object({
  pool: z.string(),
  slots: z.int(),
  /** Existing workers, and the ready ones among them. */
  workers: z.object({
    known: z.int(),
    ready: z.int(),
    reason: z.string().nullable().describe('why one of those that are not ready is not'),
  }),
  teams: z.array(PoolShare),
  own: OwnRoom,
})
export type PoolShares = z.infer<typeof PoolShares>
