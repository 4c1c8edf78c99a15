import { incompleteBeta } from '@cges-fleet/methods'
import type { ModelProfile } from './model-profile.js'

/** Questions a model knows, and those it does not: Beta(60, 0.7) and Beta(0.7, 60). */
const SHARP = 60
const BLUNT = 0.7

/**
 * Returns the share of questions whose single-sample accuracy is at most x, in a mixture of well known and unknown ones
 * and Beta(alpha, beta); x and the result in [0, 1].
 */
export function mixtureShare({ known, unknown, alpha, beta }: ModelProfile['questions'], x: number): number {
  return (
    known * incompleteBeta(x, SHARP, BLUNT) +
    unknown * incompleteBeta(x, BLUNT, SHARP) +
    (1 - known - unknown) * incompleteBeta(x, alpha, beta)
  )
}
