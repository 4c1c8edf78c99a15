import { EvaluationStatistics } from '@cges-fleet/core'
import { readApi } from './read-api'

/** A page does not wait longer: the first time statistics are asked for they take seconds, later they are kept. */
const PATIENCE_MS = 600

/** Reads an evaluation's statistics if they are there at once; null where they are not, and the page asks again itself. */
export async function readStatistics(id: string): Promise<EvaluationStatistics | null> {
  const path = `/v1/evaluations/${encodeURIComponent(id)}/statistics`
  const answer = await readApi(path, EvaluationStatistics, PATIENCE_MS)
  return answer.ok ? answer.value : null
}
