import type { EvaluationStatistics } from '@cges-fleet/core'
import { ReadStatistics } from '@cges-fleet/core/contract'
import { readApiWithin } from './read-api'

/** A page does not wait longer: the first time statistics are asked for they take seconds, later they are kept. */
const PATIENCE_MS = 600

/** Reads an evaluation's statistics if they are there at once; null where they are not, and the page asks again itself. */
export async function readStatistics(id: string): Promise<EvaluationStatistics | null> {
  const answer = await readApiWithin(PATIENCE_MS, ReadStatistics, { path: { id } })
  return answer.ok ? answer.value : null
}
