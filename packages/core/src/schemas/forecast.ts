import { z } from 'zod'
import { SetAsideMethod } from '../preflight/set-aside.js'
import { SubmissionNote } from '../preflight/submission-note.js'

/**
 * The predicted range of a total. `past`: in 95 of 100 cases, by evaluations of the same benchmark in the same pool;
 * `bound`: always.
 */
export const ForecastInterval = z.object({
  low: z.number().min(0),
  high: z.number().min(0),
  basis: z.enum(['past', 'bound']),
})
export type ForecastInterval = z.infer<typeof ForecastInterval>

/** The resources an evaluation will take, estimated before it starts. */
export const Forecast = z.object({
  trials: z.int(),
  methods: z.array(z.object({ key: z.string(), calls: ForecastInterval })),
  /** Samples actually drawn: methods share them. */
  samples: ForecastInterval,
  tokens: ForecastInterval,
  /** The worst case, whatever the answers are: every trial at the largest budget, every answer at its token limit. */
  worst: z.object({ samples: z.number().min(0), tokens: z.number().min(0) }),
  /** With the slots the pool has ready now, alone in it; null if it has none. */
  seconds: ForecastInterval.nullable(),
  /** Of all GPUs together, by what a sample took before; null if none has been observed. */
  gpuSeconds: ForecastInterval.nullable(),
  /**
   * Roughly what the pool's context leaves for an answer after the longest prompt, in tokens; null if no server has
   * reported it.
   */
  context: z.object({ tokens: z.int(), longestPrompt: z.int(), largestAnswer: z.int() }).nullable(),
  /** The team's allowance for it; null means unlimited. */
  allowance: z.object({ callsPerEvaluation: z.int().nullable(), tokensLeftToday: z.number().nullable() }),
  /**
   * The smallest true difference of two methods' accuracies that would be found in four of five such evaluations, if
   * just one of them is right on that share of the questions; null if none would be.
   */
  detectable: z.array(z.object({ disagreement: z.number(), difference: z.number().nullable() })),
  /** Methods that the pool cannot run; nothing of theirs is in the forecast. */
  setAside: z.array(SetAsideMethod.extend({ key: z.string(), label: z.string(), said: z.string() })),
  notes: z.array(SubmissionNote),
  /** Why it cannot end within its caps or its team's limits; null if it can. */
  refusal: z.string().nullable(),
})
export type Forecast = z.infer<typeof Forecast>
