import type { MethodsUntil, UntilDecision, UntilLook } from '@cges-fleet/core'
import { liveDifference, type PairedPrefix } from './live-difference.js'
import { LIVE_ALPHA, liveInterval } from './live-interval.js'

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
 * most 5 % of runs. It never holds before `atLeast` trials are closed. The order must be a random permutation. Throws a RangeError for counts that cannot be.
 */
export function untilState(until: MethodsUntil, seen: SeenPrefix): UntilLook {
  const decisions = decide(until, seen)
  const isEnough = seen.closed >= Math.min(until.atLeast, seen.trials) && decisions.length > 0
  const holds = isEnough && decisions.every(({ outcome }) => outcome !== 'wide' && outcome !== 'open')
  return { closed: seen.closed, holds, decisions }
}

function decide(until: MethodsUntil, seen: SeenPrefix): UntilDecision[] {
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
      if (others.length === methods.length) return []
      return others.map(({ key }) =>
        compared(seen, { key, other: until.baseline, margin: until.margin, alpha: LIVE_ALPHA / others.length }),
      )
    }
    case 'best': {
      const [leader, ...others] = methods.toSorted((a, b) => b.right - a.right)
      if (leader === undefined || others.length === 0) return []
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

function compared({ trials, closed, pair }: SeenPrefix, { key, other, margin, alpha }: Comparison): UntilDecision {
  const seen = pair(key, other)
  const { low, high } = seen.unknown < closed ? liveDifference({ trials, closed, ...seen }, alpha) : ANY_DIFFERENCE
  const outcome = high < -margin ? 'worse' : low >= -margin ? 'close' : 'open'
  return { key, outcome, low, high }
}

/**
 * Predicts after how many trials an evaluation may end, if what is right, won and lost stays in the proportions of the
 * closed prefix: between `from`, the trials closed unless an evaluation is foreseen by another, and N. It is no promise: chance moves it by tens of percent. Throws as `untilState`.
 */
export function expectedEnd(until: MethodsUntil, seen: SeenPrefix, from = seen.closed): number {
  const holds = (closed: number) => untilState(until, grown(seen, closed)).holds
  let open = Math.min(seen.trials, Math.max(from, until.atLeast))
  if (holds(open)) return open
  let end = seen.trials
  while (end - open > Math.max(1, CLOSE_ENOUGH * end)) {
    const middle = Math.floor((open + end) / 2)
    if (holds(middle)) end = middle
    else open = middle
  }
  return end
}

/** A prediction is good to so much of itself at best. */
const CLOSE_ENOUGH = 0.05

function grown(seen: SeenPrefix, closed: number): SeenPrefix {
  const times = closed / seen.closed
  const scaled = (count: number) => Math.floor(count * times)
  return {
    trials: seen.trials,
    closed,
    methods: seen.methods.map(({ key, right, unknown }) => ({ key, right: scaled(right), unknown: scaled(unknown) })),
    pair: (method, other) => {
      const { wins, losses, unknown } = seen.pair(method, other)
      return { wins: scaled(wins), losses: scaled(losses), unknown: scaled(unknown) }
    },
  }
}

/**
 * Makes a prefix of what was counted by outcomes: a character for each method in the order of `keys`, `1` right, `0`
 * wrong, `2` no verdict, and how many trials of the prefix went so.
 */
export function seenByOutcomes(keys: readonly string[], counts: readonly OutcomeCount[], trials: number): SeenPrefix {
  const place = new Map(keys.map((key, at) => [key, at]))
  const sum = (counted: (outcomes: string) => boolean) =>
    counts.reduce((total, each) => total + (counted(each.outcomes) ? each.trials : 0), 0)
  return {
    trials,
    closed: sum(() => true),
    methods: keys.map((key, at) => ({
      key,
      right: sum((outcomes) => outcomes[at] === '1'),
      unknown: sum((outcomes) => outcomes[at] === '2'),
    })),
    pair: (method, other) => {
      const [a, b] = [place.get(method) ?? -1, place.get(other) ?? -1]
      return {
        wins: sum((outcomes) => outcomes[a] === '1' && outcomes[b] === '0'),
        losses: sum((outcomes) => outcomes[a] === '0' && outcomes[b] === '1'),
        unknown: sum((outcomes) => outcomes[a] === '2' || outcomes[b] === '2'),
      }
    },
  }
}

/** How many trials of a closed prefix ended so. */
export interface OutcomeCount {
  readonly outcomes: string
  readonly trials: number
}
