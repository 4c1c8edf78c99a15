import { z } from 'zod'

/** The confidence signals a sample can carry, each a probability-like number in (0, 1). */
export const ConfidenceSignal = z.enum(['lns-arith', 'lns-geom'])
export type ConfidenceSignal = z.infer<typeof ConfidenceSignal>

/** A sample's confidences by signal; a signal is absent where the server gave no log-probabilities. */
export type Confidences = Readonly<Partial<Record<ConfidenceSignal, number>>>
