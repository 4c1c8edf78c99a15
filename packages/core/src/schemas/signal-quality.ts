import { ConfidenceSignal } from '@cges-fleet/methods'
import { z } from 'zod'
import { GammaVerdict, NoGamma, SignalWarning } from './notes.js'
import { Bounds, Judgement } from './estimates.js'

/** Answers of about equal confidence: their number, mean confidence and accuracy, with Wilson's 95 % interval. */
export const ConfidenceBin = z.object({
  low: z.number(),
  high: z.number(),
  n: z.int(),
  confidence: z.number(),
  accuracy: z.number(),
  interval: Bounds,
})
export type ConfidenceBin = z.infer<typeof ConfidenceBin>

/** The answers that came as the from-th to the to-th of their trial. */
export const CallDrift = z.object({
  from: z.int(),
  to: z.int(),
  n: z.int(),
  confidence: z.number(),
  accuracy: z.number(),
  muHat: z
    .number()
    .nullable()
    .describe('mean log-odds where right less where wrong; null unless there are two of each'),
  interval: Bounds.nullable().describe('95 %, normal, answers taken as independent'),
})
export type CallDrift = z.infer<typeof CallDrift>

const Points = z.array(z.tuple([z.number(), z.number()]))

/** The quality of a confidence signal over all answers drawn. */
export const SignalQuality = z.object({
  signal: ConfidenceSignal,
  n: z.int(),
  median: z.number().nullable(),
  ece10: z.number().nullable(),
  ece10Interval: Bounds.nullable().describe('95 %, from resamples of questions'),
  brier: z.number().nullable(),
  sharpness: z.number().nullable().describe('standard deviation of the confidences; 0 if they are always the same'),
  auc: z.number().nullable(),
  aucInterval: Bounds.nullable().describe('95 %, questions as clusters; null where it is 0 or 1'),
  muHat: z.number().nullable(),
  standardisedDrift: z.number().nullable(),
  drift: z
    .object({
      questions: z.int(),
      unseen: z.int().describe('questions whose right answer was never drawn'),
      positive: z.number().nullable().describe('share of the others where it gains on every competitor'),
      medianLeast: z.number().nullable(),
    })
    .describe('per question and competitor, OTHER included'),
  bins: z.array(ConfidenceBin).describe('ten of equal width, those of the ECE'),
  massBins: z.array(ConfidenceBin).describe('up to fifteen of about equally many answers'),
  roc: Points.describe('[share of wrong answers, share of right ones] at least so sure, from [0, 0] to [1, 1]'),
  riskCoverage: Points.describe('[share of answers kept, the surest first, share of wrong ones among them]'),
  byCall: z.array(CallDrift),
  constant: z
    .object({ confidence: z.number(), brier: z.number() })
    .nullable()
    .describe('a signal that is always as sure as answers are right on average: its ECE is 0, its AUC ½, its μ̂ 0'),
  warning: SignalWarning.nullable(),
})
export type SignalQuality = z.infer<typeof SignalQuality>

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
  none: NoGamma.nullable().describe('why there is no advice, else null'),
  advice: z
    .object({
      budget: z.int().describe('samples a question, those of SC'),
      slice: z.int().describe('questions whose labels γ was chosen on'),
      rest: z.int().describe('the other questions, on which it is checked'),
      left: z.int().describe('questions left out at random, so that large evaluations take seconds; 0 if none'),
      seed: z.int().describe('of the slice, and of what is left out'),
      verdict: GammaVerdict,
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
