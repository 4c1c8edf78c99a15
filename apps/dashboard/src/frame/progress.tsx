import type { EvaluationSummary } from '@cges-fleet/core'
import { formatCount } from '../format/format-count'
import { formatProgress } from '../format/format-progress'

/** How many trials are closed and blocked, as a bar and in words. */
export function Progress({ trials }: { readonly trials: EvaluationSummary['trials'] }) {
  const { total, closed, blocked } = trials
  const percent = (count: number) => `${total === 0 ? 0 : (100 * count) / total}%`
  return (
    <span className="progress" data-testid="progress">
      <span className="progress-bar" aria-hidden="true">
        <span className="progress-closed" style={{ width: percent(closed) }} />
        <span className="progress-blocked" style={{ width: percent(blocked) }} />
      </span>
      <span className="progress-text">
        {formatCount(closed)} / {formatCount(total)} <span className="muted">{formatProgress(closed, total)}</span>
      </span>
    </span>
  )
}
