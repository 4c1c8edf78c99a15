import { Decimal } from 'decimal.js'

/** Working precision in digits. Values are compared to fewer, so that rounding errors do not show. */
export const DIGITS = 48
export const Real = Decimal.clone({ precision: DIGITS, toExpNeg: -DIGITS, toExpPos: DIGITS })
export type Real = Decimal

export interface Complex {
  readonly re: Real
  readonly im: Real
}

export const ZERO = new Real(0)
export const ONE = new Real(1)
export const I: Complex = { re: ZERO, im: ONE }
const HALF = new Real('0.5')
/** Of a larger angle's place in its turn, the working precision holds nothing. */
const LARGEST_ANGLE = new Real(10).pow(DIGITS)
/** e to a larger power exceeds every value that is compared. */
const LARGEST_EXPONENT = new Real(10_000)

export function real(value: Real | number | string): Complex {
  return { re: new Real(value), im: ZERO }
}

export function isReal({ im }: Complex): boolean {
  return im.isZero()
}

export function add(a: Complex, b: Complex): Complex {
  return { re: a.re.plus(b.re), im: a.im.plus(b.im) }
}

export function negate({ re, im }: Complex): Complex {
  return { re: re.negated(), im: im.negated() }
}

export function subtract(a: Complex, b: Complex): Complex {
  return add(a, negate(b))
}

export function multiply(a: Complex, b: Complex): Complex {
  if (isReal(a) && isReal(b)) return { re: a.re.times(b.re), im: ZERO }
  return { re: a.re.times(b.re).minus(a.im.times(b.im)), im: a.re.times(b.im).plus(a.im.times(b.re)) }
}

/** Divides; by zero it gives infinite parts, which are no value. */
export function divide(a: Complex, b: Complex): Complex {
  if (isReal(b)) return { re: a.re.div(b.re), im: isReal(a) ? ZERO : a.im.div(b.re) }
  const norm = b.re.times(b.re).plus(b.im.times(b.im))
  const product = multiply(a, { re: b.re, im: b.im.negated() })
  return { re: product.re.div(norm), im: product.im.div(norm) }
}

export function magnitude({ re, im }: Complex): Real {
  return im.isZero() ? re.abs() : re.times(re).plus(im.times(im)).sqrt()
}

export function exp({ re, im }: Complex): Complex {
  const size = realExp(re)
  return im.isZero() ? { re: size, im: ZERO } : { re: size.times(realCos(im)), im: size.times(realSin(im)) }
}

/** The principal logarithm. */
export function log(value: Complex): Complex {
  const turned = value.im.isZero() && value.re.isPositive()
  return { re: magnitude(value).ln(), im: turned ? ZERO : Real.atan2(value.im, value.re) }
}

/** The principal square root. */
export function squareRoot(value: Complex): Complex {
  if (isReal(value)) {
    const root = value.re.abs().sqrt()
    return value.re.isNegative() ? { re: ZERO, im: root } : { re: root, im: ZERO }
  }
  const size = magnitude(value)
  const im = size.minus(value.re).times(HALF).sqrt()
  return { re: size.plus(value.re).times(HALF).sqrt(), im: value.im.isNegative() ? im.negated() : im }
}

export function sine({ re, im }: Complex): Complex {
  if (im.isZero()) return { re: realSin(re), im: ZERO }
  return { re: realSin(re).times(realCosh(im)), im: realCos(re).times(realSinh(im)) }
}

export function cosine({ re, im }: Complex): Complex {
  if (im.isZero()) return { re: realCos(re), im: ZERO }
  return { re: realCos(re).times(realCosh(im)), im: realSin(re).times(realSinh(im)).negated() }
}

// The library's own take time without bound on large arguments: each is asked only what it can tell.

function realSin(angle: Real): Real {
  return inTurn(angle).sin()
}

function realCos(angle: Real): Real {
  return inTurn(angle).cos()
}

function inTurn(angle: Real): Real {
  return angle.abs().lt(LARGEST_ANGLE) ? angle : new Real(NaN)
}

function realExp(exponent: Real): Real {
  if (exponent.abs().lt(LARGEST_EXPONENT)) return exponent.exp()
  return exponent.isPositive() ? new Real(Infinity) : exponent.isNegative() ? ZERO : exponent
}

function realCosh(x: Real): Real {
  return realExp(x).plus(realExp(x.negated())).times(HALF)
}

/** Near zero the difference of the exponentials would keep few digits. */
function realSinh(x: Real): Real {
  return x.abs().lt(ONE) ? x.sinh() : realExp(x).minus(realExp(x.negated())).times(HALF)
}
