import type { EvaluationView } from '@cges-fleet/core'

/**
 * Reads a snapshot in the browser. The form was checked by the API that wrote it, and the schemas would double what a
 * page loads; so only what tells a snapshot from something else is looked at before the cast.
 */
export function viewIn(text: string): EvaluationView | null {
  try {
    const value: unknown = JSON.parse(text)
    const isView = typeof value === 'object' && value !== null && 'version' in value && 'methods' in value
    return isView ? (value as EvaluationView) : null
  } catch {
    return null
  }
}
