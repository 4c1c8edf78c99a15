import type { QuestionSample } from '@cges-fleet/core'
import { formatCount } from '../../ui/format/numbers'

const OUTCOMES: Readonly<Record<string, string>> = {
  answer: 'answered',
  no_answer: 'no answer could be read in it',
  truncated: 'cut at its token limit: it has no answer',
  declined: 'the model declined',
  ended_early: 'ended early: its confidence fell below the bar of every method that needed it',
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

const WORDS: Readonly<Record<string, string>> = {
  threshold: 'its score reached its threshold',
  window: 'a whole window gave one answer',
  budget: 'its budget was used up',
  other: 'answers not seen yet were likelier than any seen',
  abstained: 'its answer was withheld: its score is below what it must have',
  calibration: 'its whole budget was drawn to fix a threshold',
  total: 'the calls of all questions together were spent',
  external: 'a rule of one’s own stopped',
  easy: 'the question was ranked easy',
  undecided: 'graded again, its rule is no longer satisfied',
}

/** Explains in words why a method stopped. */
export function reasonWords(reason: string | null): string {
  return reason === null ? 'not known' : (WORDS[reason] ?? reason)
}
