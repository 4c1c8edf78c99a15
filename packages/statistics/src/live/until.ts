import { liveDifference, type PairedPrefix } from './live-difference.js'
import { LIVE_ALPHA, liveInterval } from './live-interval.js'

/** When an evaluation may end before its last question; widths and margins are shares of 1. */
export type Until =
  | { readonly kind: 'accuracy'; readonly width: number }
  | { readonly kind: 'decided'; readonly baseline: string; readonly margin: number }
  | { readonly kind: 'best'; readonly margin: number }

/** The closed prefix of a seeded order, as several methods saw it; whole numbers. */
export interface SeenPrefix {
  /** All trials of the run, N. */
  readonly trials: number
  /** How many of the order's first are closed, k: from 1 to N. */
  readonly closed: number
  readonly methods: readonly SeenMethod[]
  /** Those that `method` has right and `other` wrong, the reverse, and those where one of them has no verdict. */
  readonly pair: (method: string, other: string) => Pick<PairedPrefix, 'wins' | 'losses' | 'unknown'>
}

export interface SeenMethod {
  readonly key: string
  /** Of the closed trials, those it has right, and those that have no verdict of it. */
  readonly right: number
  readonly unknown: number
}

/** What a look shows of a method. */
export interface Decision {
  readonly key: string
  /**
   * Of `accuracy`: `narrow` or still `wide`. Of the others: `worse` by more than the margin, `close` to within it or
   * better, `leads`, or `open`.
   */
  readonly outcome: 'narrow' | 'wide' | 'worse' | 'close' | 'leads' | 'open'
  /** Limits of the accuracy, or of the difference to the baseline or to the leader. */
  readonly low: number
  readonly high: number
}

export interface UntilState {
  readonly holds: boolean
  readonly decisions: readonly Decision[]
}

/**
 * Tells whether an evaluation may end at this look, and what it then shows.
 *
 * `accuracy`: every method's interval is at most `width` wide. `decided`: each method is shown to lose no more than
 * `margin` to the baseline, or to lose more. `best`: each method is shown to lose more than `margin` to the leader, or
 * to differ by no more from it, either way; the leader has the most right.
 *
 * Looks may be as many as one likes, and chosen by what was seen: limits hold at all of them. All limits of a run hold
 * together in 95 % of runs, for α is divided among them: by methods for `accuracy`, by the methods beside the baseline
 * for `decided`, by all pairs for `best`, whose leader may change. A stop that rests on them is therefore wrong in at
 * most 5 % of runs. The order must be a random permutation. Throws a RangeError for counts that cannot be.
 */
export function untilState(until: Until, seen: SeenPrefix): UntilState {
  const decisions = decide(until, seen)
  return { decisions, holds: decisions.every(({ outcome }) => outcome !== 'wide' && outcome !== 'open') }
}

function decide(until: Until, seen: SeenPrefix): Decision[] {
  const { methods } = seen
  switch (until.kind) {
    case 'accuracy': {
      const alpha = LIVE_ALPHA / methods.length
      return methods.map(({ key, right, unknown }) => {
        const { trials, closed } = seen
        const { low, high } = unknown < closed ? liveInterval({ trials, closed, right, unknown }, alpha) : ANYTHING
        return { key, low, high, outcome: high - low <= until.width ? 'narrow' : 'wide' }
      })
    }
    case 'decided': {
      const others = methods.filter(({ key }) => key !== until.baseline)
      return others.map(({ key }) =>
        compared(seen, { key, other: until.baseline, margin: until.margin, alpha: LIVE_ALPHA / others.length }),
      )
    }
    case 'best': {
      const [leader, ...others] = methods.toSorted((a, b) => b.right - a.right)
      if (leader === undefined) return []
      const alpha = (2 * LIVE_ALPHA) / (methods.length * Math.max(1, methods.length - 1))
      const decisions = others.map(({ key }) => {
        const found = compared(seen, { key, other: leader.key, margin: until.margin, alpha })
        // A method that may be better by more than the margin is not yet beaten or matched.
        return found.outcome === 'close' && found.high > until.margin ? { ...found, outcome: 'open' as const } : found
      })
      return [{ key: leader.key, outcome: 'leads', low: 0, high: 0 }, ...decisions]
    }
  }
}

/** What is known where no method has a verdict yet. */
const ANYTHING = { low: 0, high: 1 }
const ANY_DIFFERENCE = { low: -1, high: 1 }

interface Comparison {
  readonly key: string
  readonly other: string
  readonly margin: number
  readonly alpha: number
}

function compared({ trials, closed, pair }: SeenPrefix, { key, other, margin, alpha }: Comparison): Decision {
  const seen = pair(key, other)
  const { low, high } = seen.unknown < closed ? liveDifference({ trials, closed, ...seen }, alpha) : ANY_DIFFERENCE
  const outcome = high < -margin ? 'worse' : low >= -margin ? 'close' : 'open'
  return { key, outcome, low, high }
}
