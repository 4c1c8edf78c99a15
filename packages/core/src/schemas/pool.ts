import { z } from 'zod'

/**
 * What answers a pool's requests: a model on a GPU, the tiny model that comes with the project, the simulator, or answers
 * recorded earlier. An `imported` pool answers none: it stands for the model whose log was imported.
 */
export const Provenance = z.enum(['model', 'tiny', 'simulated', 'recorded', 'imported'])
export type Provenance = z.infer<typeof Provenance>

/** The one benchmark whose questions the tiny model was trained to answer. */
export const TINY_BENCHMARK = 'counter'

export const PoolName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be 1 to 40 of a-z, 0-9 and "-", starting with a letter or digit')

/** The workers that serve one model. */
export const PoolView = z.object({
  name: z.string(),
  model: z.string(),
  /** The revision of the model's weights that every worker of the pool serves; null where nobody has said. */
  revision: z.string().nullable(),
  provenance: Provenance,
  /** The reward model that scores the pool's samples; null where none does. */
  rewardModel: z.string().nullable(),
  /** The most tokens a prompt and its answer have together; null where no server has said. */
  maxModelLen: z.int().nullable(),
  workers: z.array(
    z.object({
      id: z.string(),
      slots: z.int(),
      ready: z.boolean(),
      reason: z.string().nullable(),
      heartbeatAgeMs: z.number(),
      engine: z.string().nullable(),
    }),
  ),
})
export type PoolView = z.infer<typeof PoolView>

/** What could run now in a pool: the number an autoscaler reads. */
export const QueueDepth = z.object({
  depth: z.int(),
  waiting: z.int(),
  active: z.int(),
  backlog: z.int(),
  paused: z.boolean(),
})
export type QueueDepth = z.infer<typeof QueueDepth>

export const PoolList = z.object({ pools: z.array(PoolView) })
export type PoolList = z.infer<typeof PoolList>
