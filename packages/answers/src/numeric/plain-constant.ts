import { type Rational, rational } from '../expression/rational.js'
import { primePowers } from '../expression/prime-powers.js'
import { Unreadable } from '../unreadable.js'
import { asRatio } from './as-ratio.js'
import { type Complex, Real } from './complex.js'

/** A fraction of one of a few units: 1, π, i, or the root of a whole number without square factors. */
export interface PlainConstant {
  readonly ratio: Rational
  readonly unit: string
}

const PI = Real.acos(-1)
const NOTHING = new Real('1e-38')

/** Finds the plain constant that a computed value represents; null if there is none. */
export function plainConstant(value: Complex): PlainConstant | null {
  const { re, im } = settled(value)
  if (!im.isZero()) {
    const turned = re.isZero() ? asRatio(im) : null
    return turned === null ? null : { ratio: turned, unit: 'i' }
  }
  const ratio = asRatio(re)
  if (ratio !== null) return { ratio, unit: '' }
  const ofPi = asRatio(re.div(PI))
  return ofPi === null ? rootOf(re) : { ratio: ofPi, unit: '\\pi' }
}

/** A remainder where parts should have cancelled is zero. */
export function settled({ re, im }: Complex): Complex {
  const size = Real.max(1, re.abs(), im.abs()).times(NOTHING)
  const zero = new Real(0)
  return { re: re.abs().lt(size) ? zero : re, im: im.abs().lt(size) ? zero : im }
}

/** For a value whose square is a ratio: √(a/b) is √(ab)/b, and what is square in ab comes before the root. */
function rootOf(value: Real): PlainConstant | null {
  const square = asRatio(value.times(value))
  if (square === null || square.top === 0n) return null
  let outside = value.isNegative() ? -1n : 1n
  let inside = 1n
  for (const [prime, times] of primes(square.top * square.bottom)) {
    outside *= prime ** (times / 2n)
    inside *= prime ** (times % 2n)
  }
  return { ratio: rational(outside, square.bottom), unit: `\\sqrt{${inside}}` }
}

function primes(value: bigint): Iterable<[bigint, bigint]> {
  try {
    return primePowers(value)
  } catch (error) {
    if (error instanceof Unreadable) return [[value, 1n]]
    throw error
  }
}
