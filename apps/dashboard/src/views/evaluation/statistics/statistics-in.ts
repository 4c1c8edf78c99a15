import type { EvaluationStatistics } from '@cges-fleet/core'

/**
 * Reads statistics in the browser; the API that wrote them checked their form, and the schemas would double the page.
 * Null from an API of an earlier release, which lacks a part: while they are rolled, processes of two releases serve.
 */
export function statisticsIn(text: string): EvaluationStatistics | null {
  try {
    const value: unknown = JSON.parse(text)
    const isStatistics =
      hasAll(value, ['final', 'samples']) &&
      hasAll(value.samples, ['outcomes', 'readings']) &&
      (value.final === null || hasAll(value.final, ['best', 'curves', 'dominated', 'signals']))
    return isStatistics ? (value as unknown as EvaluationStatistics) : null
  } catch {
    return null
  }
}

function hasAll<Name extends string>(value: unknown, names: readonly Name[]): value is Record<Name, unknown> {
  return typeof value === 'object' && value !== null && names.every((name) => name in value)
}
