import { moments } from '@cges-fleet/statistics'
import type { GradedRecordings } from './grade.js'
import { meanOf, type MethodResult, outcomeOf, tokensOf } from './replay.js'
import type { Stop } from './run-seed.js'

/** Summarises the stops of an external rule, as `replay` does for built-in methods. */
export function ownResult(
  label: string,
  budget: number,
  { recordings, grades }: GradedRecordings,
  bySeed: readonly (readonly Stop[])[],
): MethodResult {
  const outcome = outcomeOf(recordings, bySeed, grades)
  const rounds = moments(bySeed.map((stops) => meanOf(stops.map((stop) => stop.rounds))))
  const saved = 1 - outcome.calls.mean / budget
  return {
    method: label,
    label,
    budget,
    ...outcome,
    rounds,
    tokens: tokensOf(bySeed),
    saved,
    source: null,
    undecided: 0,
  }
}
