import { EvaluationPage } from '@cges-fleet/core'
import { type ApiAnswer, readApi } from './read-api'

/** Reads one page of evaluations, newest first. */
export function readEvaluations(cursor: string | null): Promise<ApiAnswer<EvaluationPage>> {
  const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`
  return readApi(`/v1/evaluations${query}`, EvaluationPage)
}
