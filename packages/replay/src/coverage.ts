import type { CoverageCurve } from '@cges-fleet/core'
import { type CertifiedAbstention, certifyAbstention, coverageCurve } from '@cges-fleet/statistics'
import { grade, type Grades } from './grade.js'
import type { Recording } from './recording.js'
import type { Stop } from './run-seed.js'

/** The promise that certified abstention is asked for; null to ask for none. */
export type AbstentionPromise = { readonly alpha: number; readonly delta: number } | null

/** What a method's answers are worth where the least sure are withheld, and which of them a promise would withhold. */
export interface Coverage extends Omit<CoverageCurve, 'key'> {
  readonly certified: CertifiedAbstention | null
}

/** Computes a method's accuracy against coverage on one permutation; null where it scores no answer. */
export function coverageOf(
  recordings: readonly Recording[],
  stops: readonly (Stop | null)[],
  { grades, promise }: { readonly grades: Grades; readonly promise: AbstentionPromise },
): Coverage | null {
  const places = new Map([...new Set(recordings.map(({ id }) => id))].map((id, place) => [id, place]))
  const answers = recordings.flatMap((recording, at) => {
    const stop = stops[at] ?? null
    if (stop === null || stop.score === null) return []
    const correct = stop.answer === null ? null : grade(recording, stop.answer, grades)
    return [{ question: places.get(recording.id) ?? 0, replicate: recording.replicate, correct, score: stop.score }]
  })
  const curve = coverageCurve(answers)
  if (curve === null) return null
  const first = answers.filter(({ replicate }) => replicate === 0)
  return { ...curve, certified: promise === null ? null : certifyAbstention(first, promise) }
}
