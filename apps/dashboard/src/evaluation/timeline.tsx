import type { EvaluationView } from '@cges-fleet/core'
import { Instant } from '../frame/instant'

/** The evaluation's events with their reasons, oldest first; nothing if it was only submitted. */
export function Timeline({ events }: Pick<EvaluationView, 'events'>) {
  if (events.length < 2) return null
  return (
    <ol className="timeline muted" aria-label="What happened">
      {events.map(({ sequence, at, kind, reason }) => (
        <li key={sequence}>
          <Instant at={at} /> <b>{kind.replace('_', '-')}</b>
          {reason === null ? null : <span>: {reason}</span>}
        </li>
      ))}
    </ol>
  )
}
