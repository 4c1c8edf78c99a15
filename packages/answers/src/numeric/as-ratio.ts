import { type Rational, rational } from '../expression/rational.js'
import { Real } from './complex.js'

const LARGEST_BOTTOM = 1_000_000n
/** How near a ratio must be for a computed value to represent it. */
const NEAR = new Real('1e-38')
const STEPS = 24

/**
 * Finds the ratio of whole numbers that a computed value represents, by its continued fraction; null if it is near
 * none.
 */
export function asRatio(value: Real): Rational | null {
  if (value.isZero()) return rational(0n)
  if (value.abs().gt('1e12')) return null
  let rest = value
  let top = 1n
  let bottom = 0n
  let lastTop = 0n
  let lastBottom = 1n
  for (let step = 0; step < STEPS; step += 1) {
    const whole = rest.floor()
    const part = BigInt(whole.toFixed())
    ;[top, lastTop] = [part * top + lastTop, top]
    ;[bottom, lastBottom] = [part * bottom + lastBottom, bottom]
    if (bottom > LARGEST_BOTTOM) return null
    const distance = new Real(top.toString()).div(bottom.toString()).minus(value).abs()
    if (distance.lte(NEAR.times(Real.max(1, value.abs())))) return rational(top, bottom)
    rest = new Real(1).div(rest.minus(whole))
  }
  return null
}
