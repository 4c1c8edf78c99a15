import type { Comparison, ComparisonStatistics } from '@cges-fleet/core'
import { type Asking, JudgeComparison, GetComparison } from '@cges-fleet/core/contract'
import { askedOf, type ComparedQuery } from '../compare/compared-address'
import { type ApiAnswer, fetchApi, fetchApiWithin } from './fetch-api'

/** A page does not wait longer for intervals: the first time they are asked for they take seconds, later they are kept. */
const PATIENCE_MS = 600

/** Reads evaluations side by side, with counted pairs. */
export function fetchComparison(query: ComparedQuery): Promise<ApiAnswer<Comparison>> {
  return fetchApi(GetComparison, { query: asked(query) })
}

/** Reads what the differences are worth if that is there at once; null if it is not, and the page asks again itself. */
export async function fetchJudgements(query: ComparedQuery): Promise<ComparisonStatistics | null> {
  const answer = await fetchApiWithin(PATIENCE_MS, JudgeComparison, { query: asked(query) })
  return answer.ok ? answer.value : null
}

type Query = NonNullable<Asking<typeof GetComparison>['query']>

/** Passes an address's values to the API unchecked: it validates each and names the one that is wrong. */
function asked(query: ComparedQuery): Query {
  return askedOf(query) as Query
}
