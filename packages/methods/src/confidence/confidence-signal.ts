import { z } from 'zod'
import { CERTAINTY_SIGNALS, SIGNAL_NAMES, TOKEN_SIGNALS } from './signal-names.js'

export { CERTAINTY_SIGNALS, TOKEN_SIGNALS }
export type TokenSignal = (typeof TOKEN_SIGNALS)[number]
export type CertaintySignal = (typeof CERTAINTY_SIGNALS)[number]

/**
 * The confidence signals a sample can carry, each a probability-like number in (0, 1). `mars` also needs the tokens'
 * texts, `rm` the step scores of a reward model.
 */
export const ConfidenceSignal = z.enum(SIGNAL_NAMES)
export type ConfidenceSignal = z.infer<typeof ConfidenceSignal>

/** A sample's confidences by signal; a signal is absent if the server gave nothing to compute it from. */
export const Confidences = z.partialRecord(ConfidenceSignal, z.number().min(0).max(1)).readonly()
export type Confidences = z.infer<typeof Confidences>
