import type { EvaluationPage } from '@cges-fleet/core'
import { ListEvaluations } from '@cges-fleet/core/contract'
import { type ListAsking } from '../evaluations/list-query'
import { type ApiAnswer, fetchApi } from './fetch-api'

/** Reads one page of the evaluations that a query finds. */
export function fetchEvaluations(query: ListAsking): Promise<ApiAnswer<EvaluationPage>> {
  return fetchApi(ListEvaluations, { query })
}
