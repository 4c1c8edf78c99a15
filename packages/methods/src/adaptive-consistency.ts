import type { MethodSpec } from './method-spec.js'
import { addVote } from './add-vote.js'
import { ascBetaProbability } from './asc-beta-probability.js'
import { ascDirichletProbability } from './asc-dirichlet-probability.js'
import type { Decision } from './decision.js'
import { nextStop } from './next-stop.js'
import { plurality } from './plurality.js'
import type { Vote } from './vote.js'

type AscSpec = Extract<MethodSpec, { method: 'asc-beta' | 'asc-dirichlet' }>

/**
 * Decides by adaptive consistency: after each valid sample, stop where the probability that the leading answer stays
 * the most frequent reaches `threshold`, by the Beta criterion (against the second answer) or by the Dirichlet
 * criterion (against the next four). Source: arXiv 2305.11860, section 3.
 */
export function adaptiveConsistency(spec: AscSpec, prefix: readonly Vote[]): Decision {
  const counts = new Map<string, number>()
  const read = Math.min(prefix.length, spec.budget)
  for (let calls = 1; calls <= read; calls += 1) {
    const answer = prefix[calls - 1]?.answer ?? null
    addVote(counts, answer)
    if (answer === null || !mayStop(spec, counts)) continue
    const score = scoreOf(spec, counts)
    if (score === null || score < spec.threshold) continue
    return { state: 'stopped', calls, answer: plurality(counts)?.answer ?? null, score, reason: 'threshold' }
  }
  const leader = plurality(counts)?.answer ?? null
  const score = scoreOf(spec, counts)
  return read >= spec.budget
    ? { state: 'stopped', calls: spec.budget, answer: leader, score, reason: 'budget' }
    : { state: 'open', until: nextStop(spec, read), leader, score }
}

/** Spares most of the Dirichlet sums: beating the next four is never likelier than beating the second. */
function mayStop(spec: AscSpec, counts: ReadonlyMap<string, number>): boolean {
  if (spec.method === 'asc-beta') return true
  const top = plurality(counts)
  return top !== null && ascBetaProbability(top.count, top.runnerUp) >= spec.threshold
}

function scoreOf(spec: AscSpec, counts: ReadonlyMap<string, number>): number | null {
  const top = plurality(counts)
  if (top === null) return null
  if (spec.method === 'asc-beta') return ascBetaProbability(top.count, top.runnerUp)
  return ascDirichletProbability([...counts.values()])
}
