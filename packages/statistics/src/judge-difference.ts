import type { Judgement } from '@cges-fleet/core'

/** A difference in accuracy, method − baseline, with its paired 95 % interval and its p after Holm; shares. */
export type JudgedDifference = { readonly low: number; readonly high: number; readonly holmP: number }

/** The significance level. */
const LEVEL = 0.05

/**
 * Judges a difference in one word, from its interval [l, u], its adjusted p and the margin δ (a share) that a reader
 * accepts to lose: better if l > 0 and worse if u < 0, both only with p ≤ .05; else non-inferior if l > −δ; else
 * inconclusive.
 */
export function judgeDifference({ low, high, holmP }: JudgedDifference, margin: number): Judgement {
  if (holmP <= LEVEL && low > 0) return 'better'
  if (holmP <= LEVEL && high < 0) return 'worse'
  return low > -margin ? 'non-inferior' : 'inconclusive'
}
