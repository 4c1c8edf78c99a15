import type { EvaluationStatistics } from '@cges-fleet/core'
import { GetStatistics } from '@cges-fleet/core/contract'
import { fetchApiWithin } from './fetch-api'

/** The longest a page waits: computing statistics takes seconds the first time, later they are cached. */
const PATIENCE_MS = 600

/** Reads an evaluation's statistics if they are there at once; null if they are not, and the page asks again itself. */
export async function fetchStatistics(id: string): Promise<EvaluationStatistics | null> {
  const answer = await fetchApiWithin(PATIENCE_MS, GetStatistics, { path: { id } })
  return answer.ok ? answer.value : null
}
