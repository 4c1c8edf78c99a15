import type { EvaluationStatus } from '@cges-fleet/core'

/** An evaluation's status as a dot and a word; the word alone says it all. */
export function Status({ status }: { readonly status: EvaluationStatus }) {
  return (
    <span className={`status status-${status}`} data-testid="status">
      {status.replace('_', '-')}
    </span>
  )
}
