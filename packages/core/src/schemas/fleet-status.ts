import { z } from 'zod'
import { note, noteWhy } from './note-shapes.js'

/** Something of the fleet that keeps work from getting on. `fleetTroubleWords` writes it in a sentence. */
export const FleetTrouble = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('no_coordinator'),
    counts: z.object({ seconds: z.number().nullable().describe('since one last worked; null: none ever has') }),
    why: z.null(),
  }),
  note('queue_away'),
  noteWhy('queue', [], 'what is wrong with the queue’s store, and what to do'),
  noteWhy('no_worker', ['waiting', 'known'], 'the pool; its workers, if it has any, are not ready'),
  noteWhy('pool_paused', ['waiting'], 'the pool'),
  noteWhy('workers_not_ready', ['known', 'ready'], 'the pool'),
  note('webhooks_late', ['waiting', 'seconds']).describe('messages of the caller’s team'),
])
export type FleetTrouble = z.infer<typeof FleetTrouble>

/** A pool's workers and queue: sums over all teams. */
const PoolStatus = z.object({
  name: z.string(),
  paused: z.boolean(),
  workers: z.object({
    known: z.int(),
    ready: z.int(),
    reason: z.string().nullable().describe('why one of those that are not ready is not'),
  }),
  active: z.int().describe('samples being drawn'),
  waiting: z.int().describe('samples in the queue'),
  oldestSeconds: z
    .number()
    .nullable()
    .describe('how long the first of them has waited, as noted within the last minute; null if none waits'),
})

/** Whether the fleet is up, for everybody who is signed in. */
export const FleetStatus = z.object({
  at: z.string(),
  release: z.string().describe('of cges-fleet'),
  troubles: z.array(FleetTrouble).describe('the gravest first; none if all is well'),
  database: z.object({ ms: z.number().describe('what it took to answer') }),
  queue: z.object({ ms: z.number().nullable().describe('the same; null: no answer within a second, or no pool yet') }),
  coordinator: z.object({ sweptSecondsAgo: z.number().nullable().describe('null: none ever has') }),
  pools: z.array(PoolStatus),
  webhooks: z
    .object({ waiting: z.int(), oldestSeconds: z.number().nullable() })
    .describe('messages of the caller’s team that no receiver has accepted yet'),
})
export type FleetStatus = z.infer<typeof FleetStatus>
