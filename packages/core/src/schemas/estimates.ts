import { z } from 'zod'

/** A share with its 95 % interval and the number of trials it stands on; all in [0, 1]. */
export const ShareEstimate = z.object({ value: z.number(), low: z.number(), high: z.number(), n: z.int() })
export type ShareEstimate = z.infer<typeof ShareEstimate>

/** Bounds that no later result can leave. */
export const Bounds = z.object({ low: z.number(), high: z.number() })
export type Bounds = z.infer<typeof Bounds>

/** A mean per question with its 95 % bootstrap interval over questions. */
export const MeanEstimate = z.object({ value: z.number(), low: z.number(), high: z.number() })
export type MeanEstimate = z.infer<typeof MeanEstimate>

/** A difference in accuracy in one word; there is none before an evaluation is complete. */
export const Judgement = z.enum(['better', 'worse', 'non-inferior', 'inconclusive'])
export type Judgement = z.infer<typeof Judgement>
