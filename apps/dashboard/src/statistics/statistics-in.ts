import type { EvaluationStatistics } from '@cges-fleet/core'

/** Reads statistics in the browser; the API that wrote them checked their form, and the schemas would double the page. */
export function statisticsIn(text: string): EvaluationStatistics | null {
  try {
    const value: unknown = JSON.parse(text)
    const isStatistics = typeof value === 'object' && value !== null && 'final' in value && 'samples' in value
    return isStatistics ? (value as EvaluationStatistics) : null
  } catch {
    return null
  }
}
