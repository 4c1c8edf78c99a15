import { z } from 'zod'
import { AnswerTier } from '@cges-fleet/answers'

/** Samples whose answers one tier found. */
export const TierReadings = z.object({
  tier: AnswerTier.nullable().describe('null: not known; read by a log’s own program, or before tiers were stored'),
  meaning: z.string().describe('what the tier is, in words'),
  samples: z.int(),
  share: z.number().nullable().describe('of all samples that ended; null where there is none'),
  graded: z.int().describe('samples whose answer was graded; 0 until the evaluation has ended'),
  accuracy: z.number().nullable().describe('share of right answers among the graded; null where there is none'),
})
export type TierReadings = z.infer<typeof TierReadings>

/** The tiers of an evaluation's answers, in its latest grading: shares of tiers and of the rest add up to 1. */
export const SampleReadings = z.object({
  samples: z.int().describe('that ended: with an answer, without one, truncated or declined'),
  tiers: z.array(TierReadings).describe('marked, stated, last, and null'),
  without: z
    .array(
      z.object({
        outcome: z.enum(['no_answer', 'truncated', 'declined']),
        samples: z.int(),
        share: z.number().nullable(),
      }),
    )
    .describe('samples that gave no answer to read'),
  warnings: z.array(z.string()).describe('where answers of the tier last are many, or right far less often'),
})
export type SampleReadings = z.infer<typeof SampleReadings>
