import type { Decision } from './decision.js'

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
