import { isCharged, voteOf } from '@cges-fleet/core'
import type { LandedReply } from '@cges-fleet/db'
import { decide, type Decision, type StopReason, type TrialMethodSpec, type Vote } from '@cges-fleet/methods'

/** Why a request's draws ended: its method stopped, or something else came first. */
export type StoppedBy = StopReason | 'deadline' | 'limit' | 'fault'

/** A request's answer by its method. */
export interface Verdict {
  readonly calls: number
  /** The indices of the replies that it counts, in their order: the first ones, unless it was cut short. */
  readonly counted: readonly number[]
  readonly answer: string | null
  readonly score: number | null
  readonly stoppedBy: StoppedBy
}

/** How a request stands, by the gapless prefix of its replies. */
export type Standing =
  | { readonly state: 'stopped'; readonly verdict: Verdict }
  /** `until`: every reply below it is certain to be needed. `verdict` is what would be given now. */
  | { readonly state: 'open'; readonly until: number; readonly verdict: Omit<Verdict, 'stoppedBy'> }
  /** The next reply could not be drawn. */
  | { readonly state: 'blocked'; readonly by: LandedReply; readonly verdict: Omit<Verdict, 'stoppedBy'> }

/** Decides a request by the same pure rule as an evaluation's question: the order in which replies land changes nothing. */
export function standingOf(method: TrialMethodSpec, replies: ReadonlyMap<number, LandedReply>): Standing {
  const votes: Vote[] = []
  const counted: number[] = []
  for (let reply = replies.get(0); reply !== undefined; reply = replies.get(votes.length)) {
    if (!isCharged(reply.outcome))
      return { state: 'blocked', by: reply, verdict: soFar(decide(method, votes), counted) }
    counted.push(reply.index)
    votes.push(voteIn(reply))
  }
  const decision = decide(method, votes)
  const verdict = soFar(decision, counted)
  if (decision.state === 'open') return { state: 'open', until: decision.until, verdict }
  return { state: 'stopped', verdict: { ...verdict, stoppedBy: decision.reason } }
}

/**
 * Decides a request that is cut short by every reply that has landed, whatever is missing between them: a slow one must
 * not waste the others. `landed` is how many those are.
 */
export function verdictOfLanded(
  method: TrialMethodSpec,
  replies: ReadonlyMap<number, LandedReply>,
): { readonly landed: number; readonly verdict: Omit<Verdict, 'stoppedBy'> } {
  const landed = [...replies.values()]
    .filter(({ outcome }) => isCharged(outcome))
    .toSorted((one, other) => one.index - other.index)
  const decision = decide(method, landed.map(voteIn))
  return {
    landed: landed.length,
    verdict: soFar(
      decision,
      landed.map(({ index }) => index),
    ),
  }
}

function voteIn({ drawn, outcome }: LandedReply): Vote {
  return voteOf({ ...drawn, outcome })
}

/** What a decision on the replies of these indices gives now. */
function soFar(decision: Decision, indices: readonly number[]): Omit<Verdict, 'stoppedBy'> {
  const { score } = decision
  if (decision.state === 'open') return { calls: indices.length, counted: indices, answer: decision.leader, score }
  return { calls: decision.calls, counted: indices.slice(0, decision.calls), answer: decision.answer, score }
}
