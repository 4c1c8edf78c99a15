import { seededRandom } from '@cges-fleet/methods'
import { isRight, type Grades } from '../grade.js'
import { accuracyAt } from '@cges-fleet/statistics'
import { fitMap, type GradedConfidence } from './fit-map.js'
import { type CgesSpec, type Labelled, lineOf, type Swept, sweepLabelled } from './sweep-labelled.js'

const FOLDS = 5

/** A recalibration of a signal, and whether it is worth having. */
export interface Recalibration {
  readonly map: readonly [a: number, b: number]
  readonly adopted: boolean
  /** The calls at which both were compared, and the accuracies there in cross-validation, with the map and without. */
  readonly calls: number
  readonly accuracy: number
  readonly plain: number
}

export interface Recalibrated {
  readonly spec: CgesSpec
  readonly slice: Labelled
  readonly grades: Grades
  /** Calls a question at which the map must win. */
  readonly calls: number
}

/**
 * Fits a recalibration on the samples of a labelled slice, and adopts it only if it is the more accurate at the calls
 * wanted in five-fold cross-validation by question: no question is judged by a map that saw its labels. Null if no map
 * can be fitted. The same slice gives the same folds.
 */
export function recalibrate({ spec, slice, grades, calls }: Recalibrated): Recalibration | null {
  const { confidence } = spec
  const map = fitMap(gradedOf(slice, confidence, grades))
  if (map === null) return null
  const folds = foldsOf(slice)
  const held = folds.flatMap((fold, at): Swept[] => {
    const others = joined(folds.filter((_, other) => other !== at))
    const fitted = fitMap(gradedOf(others, confidence, grades))
    return sweepLabelled(fitted === null ? spec : { ...spec, map: fitted }, fold, grades)
  })
  const accuracy = accuracyAt(lineOf(held), calls)
  const plain = accuracyAt(lineOf(sweepLabelled(spec, slice, grades)), calls)
  return { map, adopted: accuracy > plain + 1e-9, calls, accuracy, plain }
}

/** The samples with an answer, each with its confidence and grade. */
export function gradedOf(
  { recordings, pools }: Labelled,
  signal: CgesSpec['confidence'],
  grades: Grades,
): GradedConfidence[] {
  return pools.flatMap((pool, question) =>
    pool.flatMap(({ answer, confidences }) => {
      const confidence = confidences[signal]
      const recording = recordings[question]
      if (answer === null || confidence === undefined) return []
      return [{ confidence, correct: recording !== undefined && isRight(recording, answer, grades) }]
    }),
  )
}

function foldsOf({ recordings, pools }: Labelled): Labelled[] {
  const order = seededRandom('folds').shuffle(recordings.map((_, question) => question))
  return Array.from({ length: FOLDS }, (_, fold) => {
    const own = order.filter((__, place) => place % FOLDS === fold)
    return {
      recordings: own.flatMap((question) => recordings[question] ?? []),
      pools: own.map((question) => pools[question] ?? []),
    }
  })
}

function joined(parts: readonly Labelled[]): Labelled {
  return { recordings: parts.flatMap(({ recordings }) => recordings), pools: parts.flatMap(({ pools }) => pools) }
}
