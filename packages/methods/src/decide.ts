import type { Decision, ScoreStep, SetQuestion } from './decision.js'
import { isTrialMethod, readsWindow } from './requirements.js'
import { type MethodSpec, ruleOf, type SetMethodSpec, type TrialMethodSpec } from './rules/all-rules.js'
import { isExternal, type ReportedSpec } from './rules/external.js'
import { pathOfCounts } from './rules/counting.js'
import { lowestGroup } from './traces.js'
import type { Vote } from './votes.js'

/**
 * Decides whether a method is done with a trial: replays the samples in index order and returns its first stop, or how
 * far to draw before it could stop.
 *
 * `prefix` holds samples 0, 1, 2, … without a gap, and counts up to the first that was ended too early for the method; at most `spec.budget` of them are read, and none after a stop, so
 * several methods can share one stream. The same prefix always gives the same decision.
 * Throws a RangeError if CGES meets a valid answer without its confidence, and SupportExceeded if it meets more
 * distinct answers than its fixed support holds.
 */
export function decide(spec: TrialMethodSpec, prefix: readonly Vote[]): Decision {
  return withhold(spec, ruleOf(spec).decide(spec, readableVotes(spec, prefix)))
}

/**
 * Returns how far a trial may be drawn without waste: the smallest prefix length above `depth` at which the method
 * could stop. `depth` counts the samples read, below the budget; the result is in depth + 1 … budget. SC stops at its
 * budget only, ESC at the end of a full window, most after any sample.
 */
export function nextStop(spec: TrialMethodSpec, depth: number): number {
  return ruleOf(spec).nextStop(spec, depth)
}

/**
 * Cuts votes at the first that a method cannot use: a trace that was ended early, unless the method itself ends it there or
 * before.
 */
export function readableVotes(spec: ReportedSpec, votes: readonly Vote[]): readonly Vote[] {
  const cut = votes.findIndex((vote, at) => vote.endedEarly === true && !endsItself(spec, vote, votes.slice(0, at)))
  return cut < 0 ? votes : votes.slice(0, cut)
}

function endsItself(spec: ReportedSpec, { minima }: Vote, before: readonly Vote[]): boolean {
  const bar = endsBelow(spec, before)
  return bar !== null && (lowestGroup(minima?.[bar.window] ?? []) ?? Infinity) < bar.below
}

/**
 * Group confidences by the tokens of their window: a response may be ended early once it has fallen below every one.
 */
export type EndsBelow = Readonly<Record<number, number>>

/** The bar below which a method ends the traces that it has yet to read. */
export type TraceBar = { readonly window: number; readonly below: number }

/**
 * Returns the group confidence below which a method ends each trace after `votes`; null while it may need one whole, as most
 * methods always do. No later vote changes it. Throws as `decide` does.
 */
export function endsBelow(spec: ReportedSpec, votes: readonly Vote[]): TraceBar | null {
  if (!isTrialMethod(spec)) return null
  const window = readsWindow(spec)
  const below = ruleOf(spec).endsBelow?.(spec, votes) ?? null
  return window === null || below === null ? null : { window, below }
}

/** A score this little below the bound still reaches it: a tie between two answers is ½ sure, but for rounding. */
const SLACK = 1e-12

/**
 * Withholds the answer of a stop whose score is below `abstainBelow`, in (0, 1), if that is given: the calls are charged
 * all the same. A stop without an answer stays what it is.
 */
export function withhold(
  { abstainBelow }: { readonly abstainBelow?: number | undefined },
  decision: Decision,
): Decision {
  if (abstainBelow === undefined || decision.state === 'open' || decision.answer === null) return decision
  if ((decision.score ?? 0) >= abstainBelow - SLACK) return decision
  return { ...decision, answer: null, reason: 'abstained' }
}

/**
 * Computes a method's view of a trial after each of its samples, including those after its stop, to draw how it came to
 * its decision: step n − 1 is the state after n calls. At the stop, `score` is the decision's own. DSC, which looks at
 * other questions too, is shown as the share of the votes; of a rule that is not ours nothing is known. Throws as CGES
 * does.
 */
export function scorePath(spec: ReportedSpec, votes: readonly Vote[], answers: readonly string[] = []): ScoreStep[] {
  if (isExternal(spec)) return []
  const rule = ruleOf(spec)
  return rule.decides === 'trial' ? rule.path(spec, votes, answers) : pathOfCounts(votes, answers)
}

/**
 * Computes the posterior of all answers not seen yet, in [0, 1], after some votes: the method's own probability that
 * none of those seen is right. Null for methods that have no such posterior. Throws as `decide` does.
 */
export function otherScore(spec: MethodSpec, votes: readonly Vote[]): number | null {
  const rule = ruleOf(spec)
  return rule.decides === 'trial' ? (rule.other?.(spec, votes) ?? null) : null
}

/**
 * Decides a set of questions together, as far as the samples drawn allow. `order` lists them, from easy to hard where the
 * method ranks them, and `prefixes[question]` holds each one's samples 0, 1, 2, … without a gap. The result is in that
 * order, and the same whichever sample arrived first.
 */
export function decideQuestions(
  spec: SetMethodSpec,
  order: readonly number[],
  prefixes: readonly (readonly Vote[])[],
): SetQuestion[] {
  return ruleOf(spec).decideSet(spec, order, prefixes)
}
