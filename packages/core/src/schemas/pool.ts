import { z } from 'zod'
import { Preflight } from '../preflight/preflight.js'
import { TeamLimit } from './notes.js'
import { PoolPause } from './pool-pause.js'
import { QueueVisibility } from './pool-queue.js'
import { Reservation } from './reservations.js'

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

const price = z
  .number('must be a number')
  .min(0, 'must be at least 0')
  .max(1_000_000, 'must be at most 1,000,000')
  .nullable()

/** What a pool's use costs, by GPU time, by tokens, or both: what is used from now on is booked at it. */
export const PoolPrice = z.strictObject({
  gpuHour: price.describe('of one GPU; null takes the price off'),
  promptMillion: price.default(null).describe('of a million tokens of prompts; null where none is charged'),
  completionMillion: price.default(null).describe('of a million tokens of answers; null where none is charged'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters, such as EUR'),
})
export type PoolPrice = z.infer<typeof PoolPrice>

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
  /** What its servers offer, as its first worker found it: who offers less does not draw. Null until one has. */
  promise: Preflight.nullable(),
  /** What its use costs; null if nobody has said. */
  price: PoolPrice.nullable(),
  /** Null unless an operator has paused it. */
  paused: PoolPause.nullable(),
  /** What everyone sees of other teams in it. */
  queueVisibility: QueueVisibility,
  workers: z.array(
    z.object({
      id: z.string(),
      /** As its operator called it, or its host; null if unknown. */
      name: z.string().nullable(),
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
  /** Usable demand: what caps and the teams' limits allow to be drawn at once; 1 for a minute after the gateway had no worker. While the pool is paused, the samples still being drawn. */
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

/** The samples one team has in flight in a pool. */
export const PoolShare = z.object({
  /** Null: all other teams together, for callers who may not see them apart. */
  team: z.string().nullable(),
  /** Whether it is the caller's. */
  own: z.boolean(),
  weight: z.number(),
  /** Its part of the pool by weight among the teams that have work, or by its reservation if that is more; a share of 1. */
  entitlement: z.number(),
  reserved: z.int().describe('slots reserved for it now; they are lent while it has no work'),
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
export const TeamAllowance = z.object({
  /** Its evaluations here that are paused. */
  pausedEvaluations: z.int(),
  /** Its running evaluations here whose caps allow no further sample. */
  cappedEvaluations: z.int(),
  /** Its running evaluations here, by priority. */
  priorities: z.object({ low: z.int(), normal: z.int(), high: z.int() }),
  /** Its samples waiting or being drawn, over all pools. */
  inFlight: z.int(),
  /** How many more its limits allow now; null if it has none. */
  samples: z.int().nullable(),
  /** The tightest limit; null if it has none. */
  by: TeamLimit.nullable(),
  limits: z.object({ samplesInFlight: limit, tokensToday: limit, gpuSecondsThisMonth: limit, storedBytes: limit }),
})
export type TeamAllowance = z.infer<typeof TeamAllowance>

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
  paused: PoolPause.nullable().describe('null unless an operator has paused the pool'),
  teams: z.array(PoolShare),
  reservations: z.array(Reservation).describe('those that run or are to come, the earliest first'),
  own: TeamAllowance,
})
export type PoolShares = z.infer<typeof PoolShares>

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
