import { Problem } from '@cges-fleet/core'
import type { Answer, ProblemAnswer } from '@cges-fleet/core/contract'

/** Describes a response in OpenAPI: a problem has a media type of its own. */
export function writtenAnswer(answer: Answer | ProblemAnswer): Answer {
  return 'problem' in answer ? { about: answer.problem, schema: Problem, type: 'application/problem+json' } : answer
}
