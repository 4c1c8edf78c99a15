import { endsBelow } from './ends-below.js'
import type { ReportedSpec } from './rules/external.js'
import { lowestGroup } from './traces/group-minima.js'
import type { Vote } from './vote.js'

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
