import type { LandedReply } from '@cges-fleet/db'
import { readsSignal, type TrialMethodSpec } from '@cges-fleet/methods'
import type { Verdict } from './standing.js'

/** What a reply's confidence is told by where its method reads none. */
const PLAIN = 'lns-arith'

/** A reply's confidence by what its method reads; null if it has none. */
export function confidenceOf(method: TrialMethodSpec, { drawn }: LandedReply): number | null {
  return drawn.signals?.[readsSignal(method) ?? PLAIN] ?? null
}

/**
 * The reply whose text is given: of those that voted for the answer the most confident, the first of equals. Without an
 * answer it is the first.
 */
export function chosenReply(
  method: TrialMethodSpec,
  verdict: Verdict,
  replies: ReadonlyMap<number, LandedReply>,
): LandedReply | undefined {
  const voted = [...replies.values()].filter(
    ({ index, outcome, drawn }) =>
      index < verdict.calls && outcome === 'answer' && drawn.answerKey === verdict.answer && verdict.answer !== null,
  )
  const best = voted.toSorted(
    (one, other) => (confidenceOf(method, other) ?? -1) - (confidenceOf(method, one) ?? -1) || one.index - other.index,
  )
  return best[0] ?? replies.get(0)
}

/** How many of the counted calls voted for each answer, most first. */
export function votesOf(
  { calls }: Verdict,
  replies: ReadonlyMap<number, LandedReply>,
): { readonly answer: string; readonly votes: number }[] {
  const counts = new Map<string, number>()
  for (let index = 0; index < calls; index += 1) {
    const reply = replies.get(index)
    const answer = reply?.outcome === 'answer' ? reply.drawn.answerKey : null
    if (answer != null) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  }
  return [...counts].map(([answer, votes]) => ({ answer, votes })).toSorted((a, b) => b.votes - a.votes)
}
