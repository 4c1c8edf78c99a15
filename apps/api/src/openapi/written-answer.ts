import { Problem } from '@cges-fleet/core'
import type { Answer, ProblemAnswer } from '@cges-fleet/core/contract'

/** Writes an answer out: a problem is a document of its own type. */
export function writtenAnswer(answer: Answer | ProblemAnswer): Answer {
  return 'problem' in answer ? { about: answer.problem, schema: Problem, type: 'application/problem+json' } : answer
}
