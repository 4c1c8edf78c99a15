import type { QuestionView } from '@cges-fleet/core'
import type { Vote } from '@cges-fleet/methods/replay'

const UNDRAWN: ReadonlySet<string | null> = new Set(['invalid_request', 'infra_error'])

/**
 * The samples as methods see them: from the first on without a gap, up to one that could not be drawn. Answers are
 * represented by their index in the list of answers, which is all that a vote needs.
 */
export function trialVotes({ samples }: Pick<QuestionView, 'samples'>): Vote[] {
  const votes: Vote[] = []
  for (const { index, state, outcome, answer, signals, lowestGroups, completionTokens } of samples) {
    if (index !== votes.length || state !== 'read' || UNDRAWN.has(outcome)) break
    const given = outcome === 'answer' && answer !== null ? String(answer) : null
    votes.push({ answer: given, confidences: signals ?? {}, ...minimaOf(lowestGroups, completionTokens) })
  }
  return votes
}

/** Of how a sample's confidence fell its lowest is all that a decision needs. */
function minimaOf(lowest: Readonly<Record<string, number>> | null, tokens: number | null): Pick<Vote, 'minima'> {
  if (lowest === null) return {}
  return { minima: Object.fromEntries(Object.entries(lowest).map(([window, low]) => [window, [[tokens ?? 0, low]]])) }
}
