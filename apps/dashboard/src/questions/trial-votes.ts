import type { QuestionView } from '@cges-fleet/core'
import type { Vote } from '@cges-fleet/methods/replay'

const UNDRAWN: ReadonlySet<string | null> = new Set(['invalid_request', 'infra_error'])

/**
 * The samples as methods see them: from the first on without a gap, up to one that could not be drawn. Answers are their
 * places in the list of answers, which is all that a vote needs.
 */
export function trialVotes({ samples }: Pick<QuestionView, 'samples'>): Vote[] {
  const votes: Vote[] = []
  for (const { index, state, outcome, answer, signals } of samples) {
    if (index !== votes.length || state !== 'read' || UNDRAWN.has(outcome)) break
    votes.push({ answer: outcome === 'answer' && answer !== null ? String(answer) : null, confidences: signals ?? {} })
  }
  return votes
}
