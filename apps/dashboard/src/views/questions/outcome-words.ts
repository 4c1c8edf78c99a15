import type { QuestionSample } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import type { ReportedSpec } from '@cges-fleet/methods'
import { formatCount } from '../../ui/format/numbers'

const OUTCOMES: Readonly<Record<string, string>> = {
  answer: 'answered',
  no_answer: 'no answer found in it',
  truncated: 'cut off at its token limit: no answer',
  declined: 'the model declined',
  ended_early: 'ended early: its confidence was too low for every method that needed it',
  invalid_request: 'the model server refused the request',
  infra_error: 'could not be drawn',
}

const STATES: Readonly<Record<string, string>> = {
  pending: 'waits for a worker',
  leased: 'is being drawn',
  landed: 'is drawn, not read yet',
}

const TIERS: Readonly<Record<string, string>> = {
  marked: 'marked as the answer',
  stated: 'stated as the answer',
  last: 'the last that fits',
}

/** Describes how a sample ended, or how far it is. */
export function outcomeWords({
  state,
  outcome,
  completionTokens,
}: Pick<QuestionSample, 'state' | 'outcome' | 'completionTokens'>): string {
  if (state !== 'read' || outcome === null) return STATES[state] ?? state
  const words = OUTCOMES[outcome] ?? outcome
  if (outcome !== 'ended_early' || completionTokens === null) return words
  return `${words}, after ${formatCount(completionTokens)} tokens`
}

/** Names the rule by which an answer was found in its response. */
export function tierWords(tier: string | null): string {
  return tier === null ? 'as the log read it, or not known' : (TIERS[tier] ?? tier)
}

const REASONS: Readonly<Record<string, string>> = {
  window: 'A whole window gave one answer',
  other: 'An answer not seen yet was more likely than any seen',
  abstained: 'Its score is too low for an answer',
  calibration: 'It took its whole budget to set a threshold',
  total: 'The calls of all questions together were used up',
  external: 'Your own rule stopped',
  easy: 'The question was ranked easy',
  undecided: 'After regrading, its rule no longer stops',
}

interface Stopped {
  readonly reason: string | null
  readonly calls: number
  readonly score: number | null
}

/** Explains in a sentence, with its numbers, why a method stopped. */
export function stopWords({ reason, calls, score }: Stopped, spec: ReportedSpec): string {
  const after = `after ${calls} of ${counted(spec.budget, 'call')}`
  switch (reason) {
    case null:
      return 'Not known.'
    case 'threshold':
      return thresholdWords(score, spec, after)
    case 'budget':
      if (spec.method === 'sc') return `It always takes ${counted(spec.budget, 'call')}.`
      return score === null
        ? `No answer led ${after}.`
        : `Never confident enough: its answer led with ${score.toFixed(3)} ${after}.`
    default:
      return `${REASONS[reason] ?? reason}, ${after}.`
  }
}

function thresholdWords(score: number | null, spec: ReportedSpec, after: string): string {
  const isCges = spec.method === 'cges'
  const name = isCges ? 'Its answer’s probability' : 'Its score'
  const threshold = isCges ? `γ = ${spec.gamma}` : 'its threshold'
  return score === null
    ? `${name} reached ${threshold} ${after}.`
    : `${name} was ${score.toFixed(3)}, at least ${threshold}, ${after}.`
}
