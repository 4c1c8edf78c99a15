import type { EvaluationSpecInput } from '@cges-fleet/core'

/** Parses a submission as it was typed. It may be anything: the API checks it, and explains what is wrong. */
export function typedIn(text: string): EvaluationSpecInput {
  return JSON.parse(text) as EvaluationSpecInput
}
