import type { Decision } from './decision.js'
import type { Vote } from './vote.js'

/**
 * Predicts how many calls a rule will have used on a question: as many as if every answer from here on were the one
 * that leads, as sure as its votes so far in turn. A rule that stops once an answer is strong enough can hardly stop
 * sooner, so that what is asked for up to there is seldom too much; a different answer makes it take longer. Without a
 * leader, it is what the rule certainly needs. `decide` is the rule, `budget` its most calls; a whole number from
 * `votes.length` to `budget`.
 */
export function foreseenCalls(
  decide: (votes: readonly Vote[]) => Decision,
  votes: readonly Vote[],
  budget: number,
): number {
  const now = decide(votes)
  if (now.state === 'stopped') return now.calls
  const { leader } = now
  const agreeing = leader === null ? [] : votes.filter(({ answer }) => answer === leader)
  const rest = Array.from({ length: budget - votes.length }).flatMap((_, at) => agreeing[at % agreeing.length] ?? [])
  if (rest.length === 0) return now.until
  const then = decide([...votes, ...rest])
  return then.state === 'stopped' ? then.calls : then.until
}
