import { moments } from '@cges-fleet/statistics'
import type { Grades } from './grade.js'
import type { Recording } from './recording.js'
import { meanOf, type MethodResult, outcomeOf, tokensOf } from './replay.js'
import type { Stop } from './run-seed.js'

/** Sums up what a rule that is not ours made of the samples, as `replay` does for those that are. */
export function ownResult(
  label: string,
  budget: number,
  recordings: readonly Recording[],
  { bySeed, grades }: { readonly bySeed: readonly (readonly Stop[])[]; readonly grades: Grades },
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
