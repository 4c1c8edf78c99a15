import type { MethodSpec } from '../schemas/method-spec.js'
import { addCgesEvidence, type CgesEvidence } from './add-cges-evidence.js'
import { cgesPosterior, type CgesPosterior } from './cges-posterior.js'
import type { Decision, StopReason } from './decision.js'
import { logit } from './logit.js'
import { nextStop } from './next-stop.js'
import type { Vote } from './vote.js'

type CgesSpec = Extract<MethodSpec, { method: 'cges' }>

/** Log-odds this far below the threshold still reach it: a score equal to gamma stops. */
const TOLERANCE = 1e-12

/**
 * Decides by confidence-guided early stopping: after each valid sample, from the `minSamples`-th on, stop where the
 * leading answer's posterior reaches `gamma`. With `otherStops` also stop, without an answer, where an unseen
 * answer leads and reaches it. At the end of the budget the leading seen answer is given.
 * Throws where a valid answer lacks its confidence, or a fixed support is exceeded.
 * Source: arXiv 2511.02603, algorithm 1 and appendix C.
 */
export function cges(spec: CgesSpec, prefix: readonly Vote[]): Decision {
  const evidence: CgesEvidence = new Map()
  const read = Math.min(prefix.length, spec.budget)
  let votes = 0
  for (let calls = 1; calls <= read; calls += 1) {
    const vote = prefix[calls - 1]
    if (vote === undefined || vote.answer === null) continue
    addCgesEvidence(evidence, { answer: vote.answer, confidence: confidenceOf(vote, spec, calls) })
    votes += 1
    if (votes < spec.minSamples || !mayStop(spec, evidence)) continue
    const posterior = cgesPosterior(evidence, spec.support)
    const reason = stopReason(spec, posterior)
    if (reason === null) continue
    const answer = reason === 'other' ? null : (posterior.top?.answer ?? null)
    return { state: 'stopped', calls, answer, score: posterior.top?.score ?? null, reason }
  }
  const top = cgesPosterior(evidence, spec.support).top
  const leader = top?.answer ?? null
  const score = top?.score ?? null
  return read >= spec.budget
    ? { state: 'stopped', calls: spec.budget, answer: leader, score, reason: 'budget' }
    : { state: 'open', until: nextStop(spec, read), leader, score }
}

/** Spares most posteriors: with OTHER at logit 0 in the normaliser, a score reaches gamma only if its logit does. */
function mayStop(spec: CgesSpec, evidence: CgesEvidence): boolean {
  if (spec.otherStops || spec.support !== 'dynamic') return true
  const needed = logit(spec.gamma) - TOLERANCE
  const weight = Math.log(evidence.size)
  for (const { count, logOdds } of evidence.values()) if (logOdds + count * weight >= needed) return true
  return false
}

function stopReason(spec: CgesSpec, posterior: CgesPosterior): StopReason | null {
  const needed = logit(spec.gamma) - TOLERANCE
  const otherLeads = spec.otherStops && posterior.unseen > 0 && (posterior.top?.logit ?? 0) < -TOLERANCE
  if (otherLeads) return posterior.unseenLogOdds >= needed ? 'other' : null
  return posterior.logOdds >= needed ? 'threshold' : null
}

function confidenceOf(vote: Vote, spec: CgesSpec, sample: number): number {
  const confidence = vote.confidences[spec.confidence]
  if (confidence === undefined || Number.isNaN(confidence)) {
    throw new RangeError(`sample ${sample} has an answer but no ${spec.confidence} confidence`)
  }
  return confidence
}
