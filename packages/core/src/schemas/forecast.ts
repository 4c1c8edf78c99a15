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
  /** With the slots the pool has ready now, alone in it; null where it has none. */
  seconds: ForecastInterval.nullable(),
  /** What of the pool's context an answer has beside the longest prompt, about, in tokens; null where no server has told it. */
  context: z.object({ tokens: z.int(), longestPrompt: z.int(), largestAnswer: z.int() }).nullable(),
  /** Why it cannot end within its caps or its team's limits; null where it can. */
  refusal: z.string().nullable(),
})
export type Forecast = z.infer<typeof Forecast>
