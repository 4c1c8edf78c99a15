import type { EvaluationPage } from '@cges-fleet/core'
import { ListEvaluations } from '@cges-fleet/core/contract'
import { type ApiAnswer, readApi } from './read-api'

/** Reads one page of evaluations, newest first. */
export function readEvaluations(cursor: string | null): Promise<ApiAnswer<EvaluationPage>> {
  return readApi(ListEvaluations, { query: { cursor: cursor ?? undefined } })
}
