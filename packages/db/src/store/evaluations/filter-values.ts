import type { EvaluationFilter } from '@cges-fleet/core'

const DAY_MS = 86_400_000

/** Gives a filter's values in the order that the statements of lists name them. Ids carry the instant of submission, so days are ranges of ids. */
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

/** The least id (UUID version 7) that can have been made at an instant. */
function firstIdOf(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}
