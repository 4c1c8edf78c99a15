import { logit } from '@cges-fleet/methods'

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
