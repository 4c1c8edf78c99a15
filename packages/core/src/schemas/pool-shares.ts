import { z } from 'zod'

/** What one team has running in a pool. */
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
  backlog: z.int(),
})
export type PoolShare = z.infer<typeof PoolShare>

/** Who uses a pool now: the teams with work in it. */
export const PoolShares = z.object({ pool: z.string(), slots: z.int(), teams: z.array(PoolShare) })
export type PoolShares = z.infer<typeof PoolShares>
