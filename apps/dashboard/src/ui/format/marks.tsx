import type { EvaluationSummary } from '@cges-fleet/core'
import { failedOf, statusWords } from '@cges-fleet/core/status-words'
import { formatCount, formatProgress } from './numbers'

/** An evaluation's status as a dot and a word; the word alone says it all. Never done where questions failed. */
export function Status({ of }: { readonly of: Pick<EvaluationSummary, 'status' | 'trials'> }) {
  return (
    <span className={`status status-${failedOf(of) === null ? of.status : 'incomplete'}`} data-testid="status">
      {statusWords(of)}
    </span>
  )
}

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

interface Props {
  readonly why: string
}

/** A number that is not known yet, with the reason as its title. A measured zero is never shown like this. */
export function Missing({ why }: Props) {
  return (
    <span className="missing" title={why}>
      <span aria-hidden="true">—</span>
      <span className="sr-only">not known: {why}</span>
    </span>
  )
}
