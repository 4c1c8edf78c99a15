/** What a sample's chance of being right is fitted to, and whether it is. */
export interface FitPoint {
  readonly x: number
  readonly y: 0 | 1
}

/** How hard b is held at 1: this times (b − 1)² is added to the negative log-likelihood. */
const RIDGE = 1e-3
const STEPS = 50

/**
 * Fits log-odds a + b · x of being right by logistic regression with a little ridge on b, in Newton steps. Null if all
 * are right, or none.
 */
export function logisticFit(points: readonly FitPoint[]): readonly [a: number, b: number] | null {
  const right = points.filter(({ y }) => y === 1).length
  if (right === 0 || right === points.length) return null
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
  return [a, b]
}

function newtonStep(points: readonly FitPoint[], a: number, b: number) {
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
