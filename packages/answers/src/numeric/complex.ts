import { Decimal } from 'decimal.js'

/** Digits of every step. Values are compared to fewer, so that what steps lose does not show. */
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
  const size = re.exp()
  return im.isZero() ? { re: size, im: ZERO } : { re: size.times(im.cos()), im: size.times(im.sin()) }
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
  if (im.isZero()) return { re: re.sin(), im: ZERO }
  return { re: re.sin().times(im.cosh()), im: re.cos().times(im.sinh()) }
}

export function cosine({ re, im }: Complex): Complex {
  if (im.isZero()) return { re: re.cos(), im: ZERO }
  return { re: re.cos().times(im.cosh()), im: re.sin().times(im.sinh()).negated() }
}
