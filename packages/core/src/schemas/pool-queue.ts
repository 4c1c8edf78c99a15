import { z } from 'zod'
import { Waits } from './notes.js'
import { Priority } from './priority.js'

/**
 * What everyone sees of other teams in a pool: numbers alone, which team has them, or also the names and owners of its
 * evaluations there. Each shows what the ones before it show.
 */
export const QueueVisibility = z.enum(['counts', 'teams', 'names'])
export type QueueVisibility = z.infer<typeof QueueVisibility>

export const NewQueueVisibility = z.strictObject({
  visibility: QueueVisibility.describe(
    'what everyone sees of other teams: `counts`, also `teams`, or also the `names` and owners of evaluations',
  ),
})

/** What everyone sees of other teams in a pool, after a change. */
export const PoolVisibility = z.object({
  pool: z.string(),
  visibility: QueueVisibility,
  changed: z.boolean().describe('false if the pool already was as asked'),
})
export type PoolVisibility = z.infer<typeof PoolVisibility>

/** How many evaluations a queue lists. */
export const MOST_QUEUED = 100

/** A running evaluation in a pool, as its reader may know it. */
export const QueuedEvaluation = z.object({
  id: z.string().nullable().describe('null: another team’s'),
  name: z.string(),
  owner: z.string().nullable().describe('null on a fleet without sign-in'),
  team: z.string(),
  own: z.boolean().describe('whether it is the caller’s team’s'),
  priority: Priority.describe('among its team’s own evaluations in the pool'),
  active: z.int().describe('its samples being drawn'),
  waiting: z.int().describe('its samples that wait for a slot'),
  ahead: z.int().nullable().describe('samples of the pool that go before its next one; null if none of it waits'),
  startsInSeconds: z
    .number()
    .nullable()
    .describe('about when its next sample starts, at the pace of the last minutes; null if that is not known'),
  waits: Waits.nullable().describe(
    'why nothing of it is drawn, or which limit or caps of its team hold it; else null, and for other teams’',
  ),
})
export type QueuedEvaluation = z.infer<typeof QueuedEvaluation>

/** The running evaluations in a pool: the caller’s team’s, and then others’ if the pool shows names. */
export const PoolQueue = z.object({
  pool: z.string(),
  visibility: QueueVisibility,
  evaluations: z.array(QueuedEvaluation).describe(`${MOST_QUEUED} at most`),
  total: z.int().describe('how many there are that the caller may see'),
})
export type PoolQueue = z.infer<typeof PoolQueue>
