import type { EvaluationView } from '@cges-fleet/core'

/** Of two snapshots of one evaluation keeps the later one, however they overtook each other on the way. */
export function newerView(shown: EvaluationView, arrived: EvaluationView): EvaluationView {
  if (arrived.version !== shown.version) return arrived.version > shown.version ? arrived : shown
  return Date.parse(arrived.at) >= Date.parse(shown.at) ? arrived : shown
}
