import type { EvaluationEvent } from '@cges-fleet/core'

/** What happened to an evaluation, a line each, oldest first. */
export function eventLines(events: readonly EvaluationEvent[]): string[] {
  return events.map(({ at, kind, reason }) => {
    const when = at.slice(0, 19).replace('T', ' ')
    return `${when}Z  ${kind.replace('_', '-')}${reason === null ? '' : `: ${reason}`}`
  })
}
