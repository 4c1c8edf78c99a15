import { ConfidenceSignal } from '@cges-fleet/methods'
import { z } from 'zod'
import { Judgement } from './evaluation-statistics.js'
import { Bounds } from './share-estimate.js'

/** CGES at one γ against SC, on the questions that had no part in choosing it. */
export const CheckedGamma = z.object({
  gamma: z.number(),
  accuracy: z.number(),
  scAccuracy: z.number(),
  difference: Bounds.nullable().describe('95 % interval of the accuracy less SC’s; null for a single question'),
  judgement: Judgement,
  calls: z.number().describe('per question'),
  saved: z.number().describe('1 − calls / budget'),
  tokens: z.number().nullable().describe('per question; null where not known of every sample'),
})
export type CheckedGamma = z.infer<typeof CheckedGamma>

/** The advice that `cges tune` gives on a signal of a finished evaluation, from the labels it has. */
export const GammaAdvice = z.object({
  signal: ConfidenceSignal,
  none: z.string().nullable().describe('why there is no advice, else null'),
  advice: z
    .object({
      budget: z.int().describe('samples a question, those of SC'),
      slice: z.int().describe('questions whose labels γ was chosen on'),
      rest: z.int().describe('the other questions, on which it is checked'),
      left: z.int().describe('questions left out at random, so that large evaluations take seconds; 0 if none'),
      seed: z.int().describe('of the slice, and of what is left out'),
      said: z.string().describe('what it comes to in words'),
      helps: z.boolean().nullable().describe('null where the rest is too few to tell'),
      method: z.string().nullable().describe('the method with what was chosen; null where it will not help'),
      gammaInterval: Bounds.nullable().describe('of the chosen γ, in 95 % of resampled slices'),
      recalibration: z
        .object({
          map: z.tuple([z.number(), z.number()]),
          adopted: z.boolean(),
          calls: z.number().describe('per question, at which both were compared'),
          accuracy: z.number().describe('with it, in five-fold cross-validation on the slice'),
          plain: z.number().describe('without it'),
        })
        .nullable()
        .describe('null where none can be fitted'),
      ran: z.array(z.number()).describe('γ of the methods that ran by the signal as it is, with no recalibration'),
      checks: z.array(CheckedGamma).describe('the chosen γ first; then .99, and those of the methods that ran'),
    })
    .nullable(),
})
export type GammaAdvice = z.infer<typeof GammaAdvice>
