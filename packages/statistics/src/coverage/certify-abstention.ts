import { disagreementP, leastCalibration, type Promised } from '@cges-fleet/methods'
import type { ScoredAnswer } from './coverage-curve.js'

/** The scores below which answers may be withheld, chosen before anything is seen. */
export const ABSTENTION_SCORES = [0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 0.995, 0.999] as const

/** A score below which answers are withheld so that a promise holds, or why none can be promised. */
export type CertifiedAbstention =
  | { readonly kind: 'kept'; readonly abstainBelow: number; readonly answered: number; readonly wrong: number }
  | { readonly kind: 'none'; readonly why: string }

/**
 * Chooses the lowest score below which answers are withheld such that, with probability at least 1 − δ over the labelled
 * questions, at most α of the answers still given are wrong, on questions of the same kind. Each of eight scores is
 * tested at δ/8 (Bonferroni), since with few answers left the strictest may fail by chance alone. The promise needs
 * independent questions: give one answer of each.
 */
export function certifyAbstention(answers: readonly ScoredAnswer[], { alpha, delta }: Promised): CertifiedAbstention {
  const each = delta / ABSTENTION_SCORES.length
  const given = answers.filter(({ correct }) => correct !== null)
  const least = leastCalibration({ alpha, delta: each })
  if (given.length < least) {
    return { kind: 'none', why: `at least ${least} answered questions are needed, and there are ${given.length}` }
  }
  for (const abstainBelow of ABSTENTION_SCORES) {
    const kept = given.filter(({ score }) => score >= abstainBelow)
    const wrong = kept.filter(({ correct }) => correct === false).length
    if (kept.length > 0 && disagreementP(wrong, kept.length, alpha) <= each) {
      return { kind: 'kept', abstainBelow, answered: kept.length, wrong }
    }
  }
  return { kind: 'none', why: 'too many answers are wrong, or too few are left, at every score' }
}
