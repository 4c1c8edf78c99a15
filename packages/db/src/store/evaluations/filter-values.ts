import type { EvaluationFilter } from '@cges-fleet/core'

const DAY_MS = 86_400_000

/**
 * Returns a filter's values in the order in which the list statements number them. Ids carry the time of submission, so
 * days are ranges of ids.
 */
export function filterValues(filter: EvaluationFilter): unknown[] {
  const { status, attention, benchmark, pool, model, method, owner, tag, from, to, q } = filter
  return [
    status ?? null,
    attention !== undefined,
    benchmark ?? null,
    pool ?? null,
    model ?? null,
    method === undefined ? null : JSON.stringify([{ method }]),
    owner ?? null,
    tag ?? null,
    from === undefined ? null : firstIdOf(Date.parse(from)),
    to === undefined ? null : firstIdOf(Date.parse(to) + DAY_MS),
    q ?? null,
  ]
}

/** The smallest UUID version 7 that can have been generated at an instant. */
function firstIdOf(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}
