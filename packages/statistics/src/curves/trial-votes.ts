import {
  type ConfidenceSignal,
  type Confidences,
  isExternal,
  type Minima,
  type ReportedSpec,
  readsSignal,
  ruleOf,
  type Vote,
} from '@cges-fleet/methods'
import type { EvaluationTable } from '../evaluation/evaluation-table.js'

/**
 * Returns a trial's samples as votes, up to the first gap: for a trial that is blocked for some method, only those
 * another was charged for. `constant` replaces every confidence if it is given.
 */
export function trialVotes(table: EvaluationTable, trial: number): Vote[] {
  const { samples, trials, methods } = table
  const from = trials.samplesFrom[trial] ?? 0
  const charged = methods.map(({ calls }) => calls[trial] ?? 0)
  const drawn = (trials.samplesFrom[trial + 1] ?? from) - from
  const known = charged.includes(0) ? Math.min(drawn, Math.max(...charged)) : drawn
  return Array.from({ length: known }, (_, index) => {
    const at = from + index
    const answer = samples.answer[at] ?? 0
    const vote = { answer: answer === 0 ? null : String(answer), confidences: confidencesAt(table, at) }
    return samples.lowest.size === 0 ? vote : { ...vote, ...tracedAt(table, at) }
  })
}

/** Tells which answers among a trial's votes are right. */
export function gradeOf(
  { samples, trials }: EvaluationTable,
  trial: number,
  votes: readonly Vote[],
): (answer: string | null) => boolean {
  const from = trials.samplesFrom[trial] ?? 0
  const right = new Set<string>()
  for (const [index, { answer }] of votes.entries()) {
    if (answer !== null && samples.correct[from + index] === 1) right.add(answer)
  }
  return (answer) => answer !== null && right.has(answer)
}

/** Of how a sample's confidence fell its lowest is all that a decision needs. */
function tracedAt({ samples }: EvaluationTable, at: number): Pick<Vote, 'minima' | 'endedEarly'> {
  const minima: Record<number, Minima> = {}
  for (const [window, lows] of samples.lowest) {
    const low = lows[at] ?? Number.NaN
    if (!Number.isNaN(low)) minima[window] = [[samples.tokens[at] ?? Number.NaN, low]]
  }
  return samples.outcome[at] === 'ended_early' ? { minima, endedEarly: true } : { minima }
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
export function readableVotes(spec: ReportedSpec, votes: readonly Vote[]): readonly Vote[] {
  if (isExternal(spec)) return votes
  const rule = ruleOf(spec)
  if (rule.decides !== 'trial') return votes
  const signal = rule.signal(spec)
  const window = rule.window?.(spec)
  const most = rule.support(spec) ?? Number.POSITIVE_INFINITY
  const seen = new Set<string>()
  const end = votes.findIndex(({ answer, confidences, minima }) => {
    if (answer === null) return false
    seen.add(answer)
    const lacks = signal !== null && confidences[signal] === undefined
    return lacks || (window !== undefined && minima?.[window] === undefined) || seen.size > most
  })
  return end === -1 ? votes : votes.slice(0, end)
}

/** The votes with one confidence for every answer, which reduces a method to counting. */
export function withConfidence(spec: ReportedSpec, votes: readonly Vote[], confidence: number): readonly Vote[] {
  const signal = readsSignal(spec)
  if (signal === null) return votes
  const confidences: Confidences = { [signal]: confidence }
  return votes.map(({ answer }) => ({ answer, confidences }))
}
