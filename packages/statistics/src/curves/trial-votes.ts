import type { ConfidenceSignal, Confidences, MethodSpec, Vote } from '@cges-fleet/methods'
import type { EvaluationTable } from '../evaluation-table.js'

/**
 * Gives a trial's samples as votes, as far as they are known without a gap: of a trial that is blocked for some method,
 * only what another was charged for. `constant` stands in for every confidence where it is given.
 */
export function trialVotes(table: EvaluationTable, trial: number): Vote[] {
  const { samples, trials, methods } = table
  const from = trials.samplesFrom[trial] ?? 0
  const charged = methods.map(({ calls }) => calls[trial] ?? 0)
  const drawn = (trials.samplesFrom[trial + 1] ?? from) - from
  const known = charged.includes(0) ? Math.min(drawn, Math.max(...charged)) : drawn
  return Array.from({ length: known }, (_, index) => {
    const answer = samples.answer[from + index] ?? 0
    return { answer: answer === 0 ? null : String(answer), confidences: confidencesAt(table, from + index) }
  })
}

function confidencesAt({ samples }: EvaluationTable, at: number): Confidences {
  const known: Partial<Record<ConfidenceSignal, number>> = {}
  for (const [signal, values] of samples.signals) {
    const value = values[at] ?? Number.NaN
    if (!Number.isNaN(value)) known[signal] = value
  }
  return known
}

/** Cuts votes before the first that a method cannot read: an answer without its confidence, or one too many for its support. */
export function readableVotes(spec: MethodSpec, votes: readonly Vote[]): readonly Vote[] {
  if (spec.method !== 'cges') return votes
  const most = spec.support === 'dynamic' ? Number.POSITIVE_INFINITY : spec.support.fixed
  const seen = new Set<string>()
  const end = votes.findIndex(({ answer, confidences }) => {
    if (answer === null) return false
    seen.add(answer)
    return confidences[spec.confidence] === undefined || seen.size > most
  })
  return end === -1 ? votes : votes.slice(0, end)
}

/** The votes with one confidence for every answer: what is left is counting. */
export function withConfidence(spec: MethodSpec, votes: readonly Vote[], confidence: number): readonly Vote[] {
  if (spec.method !== 'cges') return votes
  const confidences: Confidences = { [spec.confidence]: confidence }
  return votes.map(({ answer }) => ({ answer, confidences }))
}
