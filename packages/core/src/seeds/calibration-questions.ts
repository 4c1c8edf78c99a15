import { calibrationSize, type CertifiedSpec } from '@cges-fleet/methods'
import { permutedIndex } from './permuted-index.js'

/** The questions a threshold is fixed on, and whether they are all there are: then those too are decided by it. */
export interface CalibrationQuestions {
  readonly positions: ReadonlySet<number>
  readonly all: boolean
}

/**
 * Chooses the questions, by position from 0 to `questions` − 1, that a certified threshold is fixed on: the first of the
 * evaluation's seeded order, in its first replicate.
 */
export function calibrationQuestions(spec: CertifiedSpec, questions: number, seed: number): CalibrationQuestions {
  const size = Math.min(questions, calibrationSize(spec))
  const positions = Array.from({ length: size }, (_, place) => permutedIndex(place, questions, seed))
  return { positions: new Set(positions), all: size === questions }
}
