import type { EvaluationSpecInput } from '@cges-fleet/core'
import type { Submission } from './draft'

/** Hands a submission to the API just as it was typed: what is wrong with it is for the API to say. */
export function specInput(submission: Submission): EvaluationSpecInput {
  return submission as EvaluationSpecInput
}
