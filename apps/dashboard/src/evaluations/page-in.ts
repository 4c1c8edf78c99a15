import type { EvaluationPage } from '@cges-fleet/core'

/**
 * Reads a page of evaluations in the browser. The form was checked by the API that wrote it, and the schemas would
 * double what a page loads; so only what tells a page from something else is looked at before the cast.
 */
export function pageIn(value: unknown): EvaluationPage | null {
  const isPage =
    typeof value === 'object' && value !== null && 'evaluations' in value && Array.isArray(value.evaluations)
  return isPage ? (value as EvaluationPage) : null
}
