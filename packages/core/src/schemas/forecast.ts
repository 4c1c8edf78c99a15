import { z } from 'zod'

/** Where a total will lie. `past`: in 95 of 100 cases, by evaluations of the same benchmark in the same pool; `bound`: always. */
export const ForecastInterval = z.object({
  low: z.number().min(0),
  high: z.number().min(0),
  basis: z.enum(['past', 'bound']),
})
export type ForecastInterval = z.infer<typeof ForecastInterval>

/** What an evaluation is going to take, said before it starts. */
export const Forecast = z.object({
  trials: z.int(),
  methods: z.array(z.object({ key: z.string(), calls: ForecastInterval })),
  /** Samples really drawn: methods share them. */
  samples: ForecastInterval,
  tokens: ForecastInterval,
  /** What they can come to at most, whatever the answers are: every trial at the largest budget, every answer as long as it may be. */
  worst: z.object({ samples: z.number().min(0), tokens: z.number().min(0) }),
  /** With the slots the pool has ready now, alone in it; null where it has none. */
  seconds: ForecastInterval.nullable(),
  /** Of all GPUs together, by what a sample took before; null where nobody has seen it. */
  gpuSeconds: ForecastInterval.nullable(),
  /** What of the pool's context an answer has beside the longest prompt, about, in tokens; null where no server has told it. */
  context: z.object({ tokens: z.int(), longestPrompt: z.int(), largestAnswer: z.int() }).nullable(),
  /** What the team may use for it; null is no limit. */
  allowance: z.object({ callsPerEvaluation: z.int().nullable(), tokensLeftToday: z.number().nullable() }),
  /**
   * The smallest true difference of two methods' accuracies that would be found in four of five such evaluations, where just
   * one of them is right on that share of the questions; null where none would be.
   */
  detectable: z.array(z.object({ disagreement: z.number(), difference: z.number().nullable() })),
  /** Why it cannot end within its caps or its team's limits; null where it can. */
  refusal: z.string().nullable(),
})
export type Forecast = z.infer<typeof Forecast>
