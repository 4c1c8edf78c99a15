import { logit, seededRandom } from '@cges-fleet/methods'
import { accuracyAt } from '@cges-fleet/statistics'
import { type Grades, isRight } from '../grade.js'
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

function foldsOf({ recordings, pools }: Labelled): Labelled[] {
  const order = seededRandom('folds').shuffle(recordings.map((_, question) => question))
  return Array.from({ length: FOLDS }, (_, fold) => {
    const inFold = order.filter((__, place) => place % FOLDS === fold)
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

/** How hard b is held at 1: this times (b − 1)² is added to the negative log-likelihood. */
const RIDGE = 1e-3
const STEPS = 50
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
  const right = samples.filter(({ correct }) => correct).length
  if (right === 0 || right === samples.length) return null
  const points = samples.map(({ confidence, correct }) => ({
    x: logit(Math.min(1 - EDGE, Math.max(EDGE, confidence))),
    y: correct ? 1 : 0,
  }))
  let a = 0
  let b = 1
  for (let step = 0; step < STEPS; step += 1) {
    const [da, db] = newtonStep(points, a, b)
    // A long step overshoots if the likelihood is flat.
    const scale = Math.min(1, 4 / Math.hypot(da, db))
    a += scale * da
    b += scale * db
    if (Math.hypot(da, db) < 1e-10) break
  }
  if (!(Math.abs(a) < MOST && Math.abs(b) < MOST)) return null
  return [rounded(a), rounded(b)]
}

function newtonStep(points: readonly { readonly x: number; readonly y: number }[], a: number, b: number) {
  let ga = 0
  let gb = -2 * RIDGE * (b - 1)
  let haa = 1e-12
  let hab = 0
  let hbb = 2 * RIDGE
  for (const { x, y } of points) {
    const p = 1 / (1 + Math.exp(-(a + b * x)))
    const weight = p * (1 - p)
    ga += y - p
    gb += (y - p) * x
    haa += weight
    hab += weight * x
    hbb += weight * x * x
  }
  const determinant = haa * hbb - hab * hab
  return [(hbb * ga - hab * gb) / determinant, (haa * gb - hab * ga) / determinant] as const
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
