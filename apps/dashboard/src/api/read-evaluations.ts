import type { EvaluationPage } from '@cges-fleet/core'
import { ListEvaluations } from '@cges-fleet/core/contract'
import { type ListAsking } from '../evaluations/list-query'
import { type ApiAnswer, readApi } from './read-api'

/** Reads one page of the evaluations that a query finds. */
export function readEvaluations(query: ListAsking): Promise<ApiAnswer<EvaluationPage>> {
  return readApi(ListEvaluations, { query })
}
