import { isTrialMethod } from './requirements.js'
import type { TrialMethodSpec } from './method-spec.js'
import { ruleOf } from './rules/all-rules.js'
import type { ReportedSpec } from './rules/external.js'
import type { Vote } from './votes.js'

/**
 * Counts the tokens generated for the first `calls` samples, those a method was charged for: all of each one's, or those up to
 * where the method would have ended it. `votes` are samples in index order. Null if the tokens of one are not known.
 */
export function tokensUsed(spec: ReportedSpec, votes: readonly Vote[], calls = votes.length): number | null {
  const chargedAt = chargesOf(spec, votes, calls)
  let sum = 0
  for (let at = 0; at < Math.min(calls, votes.length); at += 1) {
    const tokens = chargedAt(at)
    if (tokens === undefined) return null
    sum += tokens
  }
  return sum
}

/**
 * Counts the tokens a question waits for: of each round, whose samples are drawn at once, those of its longest sample. With enough slots
 * the time is this many tokens at the speed of one stream. `roundsOf` tells how many rounds so many calls take. Null if the tokens of
 * one sample are not known.
 */
export function sequentialTokens(
  spec: ReportedSpec,
  votes: readonly Vote[],
  calls: number,
  roundsOf: (calls: number) => number,
): number | null {
  const chargedAt = chargesOf(spec, votes, calls)
  let [sum, round, longest] = [0, 0, 0]
  for (let at = 0; at < Math.min(calls, votes.length); at += 1) {
    const tokens = chargedAt(at)
    if (tokens === undefined) return null
    const next = roundsOf(at + 1)
    if (next !== round) {
      sum += longest
      longest = 0
    }
    round = next
    longest = Math.max(longest, tokens)
  }
  return sum + longest
}

/**
 * Counts the tokens of the probes that a method made of its first `calls` samples, which are not among those of the samples
 * themselves. Undefined for a method that probes none, null if the tokens of one probe are not known.
 */
export function probeTokensUsed(
  spec: ReportedSpec,
  votes: readonly Vote[],
  calls = votes.length,
): number | null | undefined {
  const probed = isTrialMethod(spec) ? ruleOf(spec).probes?.(spec, votes.slice(0, calls)) : undefined
  return probed?.reduce<number | null>((sum, each) => (sum === null || each === undefined ? null : sum + each), 0)
}

/** What each of the first samples is charged: its own tokens, unless the method would have ended some sooner. */
function chargesOf(spec: ReportedSpec, votes: readonly Vote[], calls: number): (at: number) => number | undefined {
  const cut = isTrialMethod(spec) ? ruleOf(spec).tokens?.(spec, votes.slice(0, calls)) : undefined
  return cut === undefined ? (at) => votes[at]?.tokens : (at) => cut[at]
}

/**
 * Tells what each of a trial's first samples would cost a method in tokens: all of its own, or those up to where the method
 * would have ended it; undefined if that is not known. `votes` are in index order.
 */
export function chargedTokens(spec: ReportedSpec, votes: readonly Vote[]): readonly (number | undefined)[] {
  const charged = isTrialMethod(spec) ? ruleOf(spec).tokens?.(spec, votes) : undefined
  return charged ?? votes.map(({ tokens }) => tokens)
}

/**
 * Counts the tokens a method is charged for its calls if these may be fewer than were generated in them, since it would
 * have ended some sooner. Null for methods that end none, and if the tokens of one call are not known.
 */
export function cutTokens(spec: TrialMethodSpec, votes: readonly Vote[]): number | null {
  return ruleOf(spec).tokens === undefined ? null : tokensUsed(spec, votes)
}
