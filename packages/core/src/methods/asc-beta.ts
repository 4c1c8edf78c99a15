import type { MethodSpec } from '../schemas/method-spec.js'
import { addVote } from './add-vote.js'
import { ascBetaProbability } from './asc-beta-probability.js'
import type { Decision } from './decision.js'
import { nextStop } from './next-stop.js'
import { plurality } from './plurality.js'
import type { Vote } from './vote.js'

/**
 * Decides by adaptive consistency with the Beta criterion: after each sample, stop where the probability that the
 * leading answer keeps its majority reaches `threshold`. Source: arXiv 2305.11860, section 3.
 */
export function ascBeta(spec: Extract<MethodSpec, { method: 'asc-beta' }>, prefix: readonly Vote[]): Decision {
  const counts = new Map<string, number>()
  const read = Math.min(prefix.length, spec.budget)
  let leader: string | null = null
  let score: number | null = null
  for (let calls = 1; calls <= read; calls += 1) {
    const answer = prefix[calls - 1]?.answer ?? null
    addVote(counts, answer)
    const top = answer === null ? null : plurality(counts)
    if (top === null) continue
    leader = top.answer
    score = ascBetaProbability(top.count, top.runnerUp)
    if (score >= spec.threshold) return { state: 'stopped', calls, answer: leader, score, reason: 'threshold' }
  }
  return read >= spec.budget
    ? { state: 'stopped', calls: spec.budget, answer: leader, score, reason: 'budget' }
    : { state: 'open', until: nextStop(spec, read), leader, score }
}
