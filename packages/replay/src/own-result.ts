import type { GradedRecordings } from './grade.js'
import type { MethodResult } from './replay.js'
import type { Stop } from './run-seed.js'
import { outcomeOf, seedMeans } from './seed-means.js'

/** Summarises the stops of an external rule, as `replay` does for built-in methods. */
export function ownResult(
  label: string,
  budget: number,
  graded: GradedRecordings,
  bySeed: readonly (readonly Stop[])[],
): MethodResult {
  const outcome = outcomeOf(bySeed.map((stops) => seedMeans(graded, stops)))
  const saved = 1 - outcome.calls.mean / budget
  return { method: label, label, budget, ...outcome, saved, source: null, undecided: 0 }
}
