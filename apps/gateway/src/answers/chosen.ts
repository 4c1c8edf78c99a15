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
 * answer it is the first that counts.
 */
export function chosenReply(
  method: TrialMethodSpec,
  verdict: Verdict,
  replies: ReadonlyMap<number, LandedReply>,
): LandedReply | undefined {
  const counted = countedOf(verdict, replies)
  const voted = counted.filter(
    ({ outcome, drawn }) => outcome === 'answer' && drawn.answerKey === verdict.answer && verdict.answer !== null,
  )
  const best = voted.toSorted(
    (one, other) => (confidenceOf(method, other) ?? -1) - (confidenceOf(method, one) ?? -1) || one.index - other.index,
  )
  return best[0] ?? counted[0]
}

/** How many of the counted calls voted for each answer, most first. */
export function votesOf(
  verdict: Verdict,
  replies: ReadonlyMap<number, LandedReply>,
): { readonly answer: string; readonly votes: number }[] {
  const counts = new Map<string, number>()
  for (const { outcome, drawn } of countedOf(verdict, replies)) {
    const answer = outcome === 'answer' ? drawn.answerKey : null
    if (answer != null) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  }
  return [...counts].map(([answer, votes]) => ({ answer, votes })).toSorted((a, b) => b.votes - a.votes)
}

function countedOf({ counted }: Verdict, replies: ReadonlyMap<number, LandedReply>): LandedReply[] {
  return counted.flatMap((index) => replies.get(index) ?? [])
}
