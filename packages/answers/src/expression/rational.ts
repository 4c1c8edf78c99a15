import { Unreadable } from '../numeric/work.js'

/** A fraction in lowest terms; `bottom` is positive. */
export interface Rational {
  readonly top: bigint
  readonly bottom: bigint
}

export const ONE: Rational = { top: 1n, bottom: 1n }
export const MINUS_ONE: Rational = { top: -1n, bottom: 1n }

/** Makes a fraction in lowest terms; a zero denominator is unreadable. */
export function rational(top: bigint, bottom = 1n): Rational {
  if (bottom === 0n) throw new Unreadable('division by zero')
  const common = greatestCommonDivisor(top, bottom) * (bottom < 0n ? -1n : 1n)
  return { top: top / common, bottom: bottom / common }
}

export function addRationals(a: Rational, b: Rational): Rational {
  return rational(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
}

export function multiplyRationals(a: Rational, b: Rational): Rational {
  return rational(a.top * b.top, a.bottom * b.bottom)
}

export function isWhole(value: Rational): boolean {
  return value.bottom === 1n
}

/** Parses digits with an optional point, such as `12`, `1.50` or `.5`. */
export function parseDecimal(text: string): Rational {
  const [whole = '', part = ''] = text.split('.')
  return rational(BigInt(whole + part), 10n ** BigInt(part.length))
}

/** Formats a fraction as a decimal if that terminates, else as `p/q`: one spelling for one number. */
export function rationalKey({ top, bottom }: Rational): string {
  let places = 0
  let power = 1n
  while (power % bottom !== 0n && places < bottom.toString(2).length) {
    places += 1
    power *= 10n
  }
  if (power % bottom !== 0n) return `${top}/${bottom}`
  const digits = (magnitude(top) * (power / bottom)).toString().padStart(places + 1, '0')
  const point = digits.length - places
  const text = places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
  return top < 0n ? `-${text}` : text
}

export function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** Always positive; not both may be zero. */
export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let larger = a
  let smaller = b
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller]
  return magnitude(larger)
}

const LAST_DIVISOR = 1000n
const MAX_BITS = 160

/**
 * Takes a positive whole number apart into prime powers, by trial division up to 1,000; what is left then counts as a
 * prime, or as the square of one if it is a square. Numbers over 160 bits are unreadable.
 */
export function primePowers(value: bigint): Map<bigint, bigint> {
  if (value.toString(2).length > MAX_BITS) throw new Unreadable('a root of too large a number')
  const powers = new Map<bigint, bigint>()
  let rest = value
  for (let divisor = 2n; divisor <= LAST_DIVISOR && divisor * divisor <= rest; divisor += 1n) {
    while (rest % divisor === 0n) {
      powers.set(divisor, (powers.get(divisor) ?? 0n) + 1n)
      rest /= divisor
    }
  }
  if (rest === 1n) return powers
  const root = squareRoot(rest)
  if (root * root === rest) powers.set(root, (powers.get(root) ?? 0n) + 2n)
  else powers.set(rest, (powers.get(rest) ?? 0n) + 1n)
  return powers
}

/** The whole part of a square root, by Newton's method from above. */
function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) / 2n
    if (next >= root) return root
    root = next
  }
}
