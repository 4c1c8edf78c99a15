import type { EvaluationView } from '@cges-fleet/core'
import { evaluationReasonWords } from '@cges-fleet/core/reason-words'
import { type ReactNode, useContext } from 'react'
import { Instant } from '../../../ui/format/instant'
import { OnPaper } from '../../../ui/shell/on-paper'

interface Props {
  readonly view: EvaluationView
  /** The part that unfolds. */
  readonly children: ReactNode
}

/** The provenance of the numbers, in one line; the rest unfolds. */
export function Provenance({ view, children }: Props) {
  return (
    <details className="panel provenance" data-testid="provenance-details" open={useContext(OnPaper)}>
      <summary>
        <h2>Provenance</h2>
        <span className="muted">
          {view.source === null
            ? `seed ${view.seed} · temperature ${view.sampling.temperature} · top-p ${view.sampling.topP}`
            : `imported from ${view.source.format}`}{' '}
          · revision {view.benchmark.revision.slice(0, 12)}
        </span>
      </summary>
      {children}
    </details>
  )
}

/** The evaluation's events with their reasons, oldest first; nothing if it was only submitted. */
export function Timeline({ events }: Pick<EvaluationView, 'events'>) {
  if (events.length < 2) return null
  return (
    <ol className="timeline muted" aria-label="What happened">
      {events.map(({ sequence, at, kind, reason }) => (
        <li key={sequence}>
          <Instant at={at} /> <b>{kind.replace('_', '-')}</b>
          {reason === null ? null : <span>: {evaluationReasonWords(reason)}</span>}
        </li>
      ))}
    </ol>
  )
}
