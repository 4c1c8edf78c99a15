import { type Rational, rationalKey } from '../expression/rational.js'
import { asRatio } from './as-ratio.js'
import type { Complex, Real } from './complex.js'
import { plainConstant, settled } from './plain-constant.js'

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
