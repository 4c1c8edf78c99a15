import type { EvaluationPage } from '@cges-fleet/core'
import { ListEvaluations } from '@cges-fleet/core/contract'
import { type ListQuery, pageQuery } from '../evaluations/list-query'
import { type ApiAnswer, readApi } from './read-api'

/** Reads one page of the evaluations that a query finds. */
export function readEvaluations(query: ListQuery): Promise<ApiAnswer<EvaluationPage>> {
  return readApi(ListEvaluations, { query: pageQuery(query) })
}
