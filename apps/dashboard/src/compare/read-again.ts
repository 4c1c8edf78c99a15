import type { Comparison } from '@cges-fleet/core'
import type { ApiAnswer } from '../api/fetch-api'

const EVERY_MS = 4_000

/** How often a comparison is refreshed; null once none of its evaluations can continue. */
export function readAgainMs(answer: ApiAnswer<Comparison>): number | null {
  return answer.ok && !goesOn(answer.value) ? null : EVERY_MS
}

function goesOn({ evaluations }: Comparison): boolean {
  return evaluations.some(({ status }) => status === 'running' || status === 'paused' || status === 'stuck')
}
