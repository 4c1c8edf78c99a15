import type { MethodSpec } from './method-spec.js'
import { addVote } from './add-vote.js'
import type { Decision } from './decision.js'
import { nextStop } from './next-stop.js'
import { plurality } from './plurality.js'
import type { Vote } from './vote.js'

/** Decides by self-consistency: draw the whole budget, answer by plurality. Source: arXiv 2203.11171, section 2. */
export function sc(spec: Extract<MethodSpec, { method: 'sc' }>, prefix: readonly Vote[]): Decision {
  const counts = new Map<string, number>()
  for (const vote of prefix.slice(0, spec.budget)) addVote(counts, vote.answer)
  const winner = plurality(counts)
  const answer = winner?.answer ?? null
  const score = winner?.share ?? null
  return prefix.length >= spec.budget
    ? { state: 'stopped', calls: spec.budget, answer, score, reason: 'budget' }
    : { state: 'open', until: nextStop(spec, prefix.length), leader: answer, score }
}
