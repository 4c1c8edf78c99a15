import type { EvaluationEvent } from '@cges-fleet/core'

/** Formats an evaluation's events, one a line, oldest first. */
export function eventLines(events: readonly EvaluationEvent[]): string[] {
  return events.map(({ at, kind, reason }) => {
    const when = at.slice(0, 19).replace('T', ' ')
    return `${when}Z  ${kind.replace('_', '-')}${reason === null ? '' : `: ${reason}`}`
  })
}
