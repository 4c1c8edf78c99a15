import { z } from 'zod'

/** The signals that token log-probabilities alone can give. */
export const TOKEN_SIGNALS = [
  'lns-arith',
  'lns-geom',
  'deepconf-b10',
  'deepconf-tail',
  'deepconf-b10-window',
  'deepconf-tail-window',
] as const
export type TokenSignal = (typeof TOKEN_SIGNALS)[number]

/**
 * The confidence signals a sample can carry, each a probability-like number in (0, 1). `mars` also needs the tokens'
 * texts, `rm` the step scores of a reward model.
 */
export const ConfidenceSignal = z.enum([...TOKEN_SIGNALS, 'mars', 'rm'])
export type ConfidenceSignal = z.infer<typeof ConfidenceSignal>

/** A sample's confidences by signal; a signal is absent where the server gave nothing to compute it from. */
export const Confidences = z.partialRecord(ConfidenceSignal, z.number().min(0).max(1)).readonly()
export type Confidences = z.infer<typeof Confidences>
