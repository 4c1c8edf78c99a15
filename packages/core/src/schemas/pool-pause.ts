import { z } from 'zod'

/** The most characters of the reason for a pause. */
export const LONGEST_PAUSE_REASON = 300

/** A pause of a pool: nothing new is drawn there until an operator resumes it. */
export const PoolPause = z.object({
  since: z.iso.datetime(),
  by: z
    .string()
    .nullable()
    .describe('who paused it; null on a fleet without sign-in, and for callers of other teams without `pools:operate`'),
  reason: z.string().nullable().describe('null if none was given'),
})
export type PoolPause = z.infer<typeof PoolPause>

/** Why a pool is paused. */
export const PausePoolRequest = z
  .strictObject({
    reason: z
      .string()
      .trim()
      .min(1, 'must not be empty; leave it out')
      .max(LONGEST_PAUSE_REASON, `must be at most ${LONGEST_PAUSE_REASON} characters`)
      .optional()
      .describe('shown to everyone who uses the pool'),
  })
  .default({})

/** Whether a pool is paused, after a change. */
export const PoolPaused = z.object({
  pool: z.string(),
  paused: PoolPause.nullable(),
  changed: z.boolean().describe('false if the pool already was as asked'),
})
export type PoolPaused = z.infer<typeof PoolPaused>
