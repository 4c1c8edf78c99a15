import { isCharged, voteOf } from '@cges-fleet/core'
import type { LandedReply } from '@cges-fleet/db'
import { decide, type Decision, type StopReason, type TrialMethodSpec, type Vote } from '@cges-fleet/methods'

/** Why a request's draws ended: its method stopped, or something else came first. */
export type StoppedBy = StopReason | 'deadline' | 'limit' | 'fault'

/** A request's answer by its method. */
export interface Verdict {
  readonly calls: number
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
  for (let reply = replies.get(0); reply !== undefined; reply = replies.get(votes.length)) {
    if (!isCharged(reply.outcome))
      return { state: 'blocked', by: reply, verdict: soFar(decide(method, votes), votes.length) }
    votes.push(voteOf({ ...reply.drawn, outcome: reply.outcome }))
  }
  const decision = decide(method, votes)
  if (decision.state === 'open') return { state: 'open', until: decision.until, verdict: soFar(decision, votes.length) }
  const { calls, answer, score, reason } = decision
  return { state: 'stopped', verdict: { calls, answer, score, stoppedBy: reason } }
}

function soFar(decision: Decision, calls: number): Omit<Verdict, 'stoppedBy'> {
  const answer = decision.state === 'open' ? decision.leader : decision.answer
  return { calls, answer, score: decision.score }
}
