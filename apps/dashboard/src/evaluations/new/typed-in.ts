import type { EvaluationSpecInput } from '@cges-fleet/core'

/** Reads a submission as it was written down. What was typed may be anything: the API checks it, and says what is wrong. */
export function typedIn(text: string): EvaluationSpecInput {
  return JSON.parse(text) as EvaluationSpecInput
}
