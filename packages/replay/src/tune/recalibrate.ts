import { logit, seededRandom } from '@cges-fleet/methods'
import { accuracyAt } from '@cges-fleet/statistics'
import { type Grades, isRight } from '../grade.js'
import { logisticFit } from './logistic-fit.js'
import { type CgesSpec, type Labelled, lineOf, sweepLabelled, type Swept } from './sweep-labelled.js'

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

interface Recalibrated {
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

/** All replicates of a question are in one fold. */
function foldsOf({ recordings, pools }: Labelled): Labelled[] {
  const questions = new Map<string, number[]>()
  for (const [at, { id }] of recordings.entries()) questions.set(id, [...(questions.get(id) ?? []), at])
  const order = seededRandom('folds').shuffle([...questions.values()])
  return Array.from({ length: FOLDS }, (_, fold) => {
    const inFold = order.filter((__, place) => place % FOLDS === fold).flat()
    return {
      recordings: inFold.flatMap((question) => recordings[question] ?? []),
      pools: inFold.map((question) => pools[question] ?? []),
    }
  })
}

function joined(parts: readonly Labelled[]): Labelled {
  return { recordings: parts.flatMap(({ recordings }) => recordings), pools: parts.flatMap(({ pools }) => pools) }
}

/** One sample's confidence and whether its answer is right. */
export interface GradedConfidence {
  readonly confidence: number
  readonly correct: boolean
}

/** Confidences are kept this far from 0 and 1, as votes are. */
const EDGE = 1e-6
/** Largest |a| and |b| that a method takes. */
const MOST = 100

/**
 * Fits log-odds a + b · l of being right to the log-odds l of confidences, by logistic regression with a little ridge
 * on b, in Newton steps. Null if all are right, or none, or no finite fit exists. Rounded to three decimals, as it is
 * written.
 */
export function fitMap(samples: readonly GradedConfidence[]): readonly [a: number, b: number] | null {
  const fitted = logisticFit(
    samples.map(({ confidence, correct }) => ({
      x: logit(Math.min(1 - EDGE, Math.max(EDGE, confidence))),
      y: correct ? 1 : 0,
    })),
  )
  if (fitted === null || !fitted.every((each) => Math.abs(each) < MOST)) return null
  const [a, b] = fitted
  return [rounded(a), rounded(b)]
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
