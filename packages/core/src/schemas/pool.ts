import { z } from 'zod'
import { Preflight } from '../preflight/preflight.js'

/**
 * The source of a pool's answers: a model on a GPU, the tiny model that ships with the project, the simulator, or
 * recorded answers. An `imported` pool answers none: it stands for the model whose log was imported.
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
  /** The revision of the model's weights that every worker of the pool serves; null if unknown. */
  revision: z.string().nullable(),
  provenance: Provenance,
  /** The reward model that scores the pool's samples; null if none does. */
  rewardModel: z.string().nullable(),
  /** The step scorer, which weighs the steps of a response for `mars-learned`; null if there is none. */
  stepScorer: z.string().nullable(),
  /** The most tokens a prompt and its answer have together; null if no server has reported it. */
  maxModelLen: z.int().nullable(),
  workers: z.array(
    z.object({
      id: z.string(),
      slots: z.int(),
      ready: z.boolean(),
      reason: z.string().nullable(),
      heartbeatAgeMs: z.number(),
      engine: z.string().nullable(),
      /** What it found out about its model server before its first call; null until it has. */
      preflight: Preflight.nullable(),
    }),
  ),
})
export type PoolView = z.infer<typeof PoolView>

/** The samples that could run now in a pool: `depth` is the number an autoscaler scales by. */
export const QueueDepth = z.object({
  /** Usable demand: what caps and the teams' limits allow to be drawn at once. 0 while the pool is paused. */
  depth: z.int(),
  /** The unlimited demand: waiting, active and backlog. */
  demand: z.int(),
  waiting: z.int(),
  active: z.int(),
  /** Samples that open trials will ask for next. */
  backlog: z.int(),
  paused: z.boolean(),
})
export type QueueDepth = z.infer<typeof QueueDepth>

/** Something about the queue's store that an operator must change: a full Redis would lose jobs, or another fleet uses it. */
export const QueueTrouble = z.object({
  kind: z.enum(['evicts', 'no_file', 'other_fleet']),
  why: z.string().describe('what is wrong and what to do'),
})
export type QueueTrouble = z.infer<typeof QueueTrouble>

export const PoolList = z.object({
  pools: z.array(PoolView),
  queue: z.object({
    troubles: z.array(QueueTrouble).describe('as looked at within the last minute; none if it is away'),
  }),
})
export type PoolList = z.infer<typeof PoolList>
