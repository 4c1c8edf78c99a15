import type { Comparison, ComparisonStatistics } from '@cges-fleet/core'
import { type Asking, JudgeComparison, GetComparison } from '@cges-fleet/core/contract'
import { askedOf, type ComparedQuery } from '../compare/compared-address'
import { type ApiAnswer, fetchApi, fetchApiWithin } from './fetch-api'

/** The longest a page waits for intervals: computing them takes seconds the first time, later they are cached. */
const PATIENCE_MS = 600

/** Reads evaluations side by side, with counted pairs. */
export function fetchComparison(query: ComparedQuery): Promise<ApiAnswer<Comparison>> {
  return fetchApi(GetComparison, { query: asked(query) })
}

/** Fetches the judgements of the differences if they are ready; null if not, and the page requests them itself. */
export async function fetchJudgements(query: ComparedQuery): Promise<ComparisonStatistics | null> {
  const answer = await fetchApiWithin(PATIENCE_MS, JudgeComparison, { query: asked(query) })
  return answer.ok ? answer.value : null
}

type Query = NonNullable<Asking<typeof GetComparison>['query']>

/** Passes an address's values to the API unchecked: it validates each and names the one that is wrong. */
function asked(query: ComparedQuery): Query {
  return askedOf(query) as Query
}
