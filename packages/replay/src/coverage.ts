import type { CoverageCurve } from '@cges-fleet/core'
import { type MethodSpec, otherScore, type Vote } from '@cges-fleet/methods'
import { type CertifiedAbstention, certifyAbstention, coverageCurve } from '@cges-fleet/statistics'
import { areWhole, type GradedRecordings, isRight } from './grade.js'
import type { Stop } from './run-seed.js'

/** The promise of certified abstention; null to ask for none. */
export type AbstentionPromise = { readonly alpha: number; readonly delta: number } | null

/** A method's accuracy if its least certain answers are withheld, and which answers a promise would withhold. */
export interface Coverage extends Omit<CoverageCurve, 'key'> {
  /** The mean over all coverages where those answers are withheld first at which it left most to answers not seen; null if it knows no such mass. */
  readonly areaByOther: CoverageCurve['area'] | null
  readonly certified: CertifiedAbstention | null
}

/** Where a method stopped on one permutation of each question's samples; null if it did not. */
export interface SeedRun {
  readonly stops: readonly (Stop | null)[]
  readonly pools: readonly (readonly Vote[])[]
}

/**
 * Computes a method's accuracy against coverage on one permutation; null if it scores no answer, or grades are between
 * right and wrong.
 */
export function coverageOf(
  spec: MethodSpec,
  { recordings, grades }: GradedRecordings,
  { stops, pools }: SeedRun,
  promise: AbstentionPromise,
): Coverage | null {
  if (!areWhole({ recordings, grades })) return null
  const places = new Map([...new Set(recordings.map(({ id }) => id))].map((id, place) => [id, place]))
  const answers = recordings.flatMap((recording, at) => {
    const stop = stops[at] ?? null
    if (stop === null || stop.score === null) return []
    const correct = stop.answer === null ? null : isRight(recording, stop.answer, grades)
    const other = otherScore(spec, (pools[at] ?? []).slice(0, stop.calls))
    const question = places.get(recording.id) ?? 0
    return [{ question, replicate: recording.replicate, correct, score: stop.score, other }]
  })
  const curve = coverageCurve(answers)
  if (curve === null) return null
  const first = answers.filter(({ replicate }) => replicate === 0)
  const byOther = answers.flatMap(({ other, ...answer }) => (other === null ? [] : [{ ...answer, score: 1 - other }]))
  const areaByOther = coverageCurve(byOther)?.area ?? null
  return { ...curve, areaByOther, certified: promise === null ? null : certifyAbstention(first, promise) }
}
