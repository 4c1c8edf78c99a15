import { primePowers, type Rational, rational, rationalKey } from '../expression/rational.js'
import { type Complex, Real } from './complex.js'
import { Unreadable } from './work.js'

/** A fraction of one of a few units: 1, π, i, or the root of a whole number without square factors. */
interface PlainConstant {
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
function settled({ re, im }: Complex): Complex {
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

const SHOWN_DIGITS = 30

/**
 * Writes a constant so that one value has one spelling, whatever it was computed from: a fraction, a fraction of a square
 * root or of π, a complex fraction, or else thirty digits of it in `⟨…⟩`.
 */
export function constantKey(value: Complex): string {
  const plain = plainConstant(value)
  if (plain !== null) return timesKey(plain.ratio, plain.unit)
  const { re, im } = settled(value)
  if (im.isZero()) return `⟨${shown(re)}⟩`
  const left = asRatio(re)
  const right = asRatio(im)
  const sign = im.isNegative() ? '' : '+'
  if (left === null || right === null) return `⟨${shown(re)}${sign}${shown(im)}i⟩`
  return `${rationalKey(left)}${sign}${timesKey(right, 'i')}`
}

function timesKey(ratio: Rational, unit: string): string {
  const number = rationalKey(ratio)
  if (unit === '') return number
  return number === '1' ? unit : number === '-1' ? `-${unit}` : `${number}*${unit}`
}

function shown(value: Real): string {
  return value.toSignificantDigits(SHOWN_DIGITS).toString()
}

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
