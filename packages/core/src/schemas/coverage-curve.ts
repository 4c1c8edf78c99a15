import { z } from 'zod'

/** A figure with its 95 % interval of resampled questions. */
const Figure = z.object({ value: z.number(), low: z.number(), high: z.number() })

/** A method's accuracy if its answers of low score were withheld, by the score that each verdict stopped with. */
export const CoverageCurve = z.object({
  key: z.string(),
  points: z
    .array(
      z.object({
        from: z.number().describe('answers are given where the score is at least this'),
        coverage: z.number().describe('share of the decided trials that are answered'),
        accuracy: z.number().describe('of those, the share that is right'),
      }),
    )
    .describe('from all answers to the surest few; chosen on the labels they are judged by'),
  area: Figure.nullable().describe('mean accuracy over all coverages; no score is chosen for it'),
})
export type CoverageCurve = z.infer<typeof CoverageCurve>
