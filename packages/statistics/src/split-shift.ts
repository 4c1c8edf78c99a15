import { twoSidedP } from './two-sided-p.js'

/** Some yes-or-no facts of one question's samples, in the order they were drawn: those drawn first, and the rest. */
export interface SplitCounts {
  readonly first: { readonly yes: number; readonly of: number }
  readonly rest: { readonly yes: number; readonly of: number }
}

/** The shares over all questions, and how likely a difference this large is if order says nothing; in [0, 1]. */
export interface SplitShift {
  readonly first: number
  readonly rest: number
  readonly p: number
}

/**
 * Tests whether the samples drawn first differ from the rest of the same questions, which they must not if any of them
 * may stand for any other. Given each question's total, its first samples would hold a hypergeometric number of yeses;
 * the sum over questions is compared with its mean and variance. Two-sided; null if nothing can be compared.
 * Source: Mantel and Haenszel, Statistical aspects of the analysis of data from retrospective studies (1959).
 */
export function splitShift(questions: readonly SplitCounts[]): SplitShift | null {
  let [above, variance] = [0, 0]
  const sums = { first: 0, firstOf: 0, rest: 0, restOf: 0 }
  for (const { first, rest } of questions) {
    sums.first += first.yes
    sums.firstOf += first.of
    sums.rest += rest.yes
    sums.restOf += rest.of
    const all = first.of + rest.of
    if (first.of === 0 || rest.of === 0) continue
    const yes = first.yes + rest.yes
    above += first.yes - (first.of * yes) / all
    variance += (first.of * rest.of * yes * (all - yes)) / (all * all * (all - 1))
  }
  if (sums.firstOf === 0 || sums.restOf === 0) return null
  return {
    first: sums.first / sums.firstOf,
    rest: sums.rest / sums.restOf,
    p: variance === 0 ? 1 : twoSidedP(above / Math.sqrt(variance)),
  }
}
