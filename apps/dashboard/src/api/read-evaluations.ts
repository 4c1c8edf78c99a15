import { EvaluationPage } from '@cges-fleet/core'
import { type ListQuery, searchOf } from '../evaluations/list-query'
import { type ApiAnswer, readApi } from './read-api'

/** Reads one page of the evaluations that a query finds. */
export function readEvaluations(query: ListQuery): Promise<ApiAnswer<EvaluationPage>> {
  return readApi(`/v1/evaluations${searchOf(query, cursorOf(query))}`, EvaluationPage)
}

function cursorOf({ cursor }: ListQuery): ListQuery {
  return cursor === undefined ? {} : { cursor }
}
