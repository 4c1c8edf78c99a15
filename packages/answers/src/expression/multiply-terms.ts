import { Unreadable } from '../unreadable.js'
import type { Factor, Term } from './expression.js'
import { addRationals, multiplyRationals, type Rational, rational } from './rational.js'

/** Powers of whole numbers up to this many bits are computed, larger ones left as powers. */
export const MAX_POWER_BITS = 1024

const WHOLE = /^\d+$/u

/** Multiplies two terms: exponents of one base add up, and what is then a whole number joins the coefficient. */
export function multiplyTerms(a: Term, b: Term): Term {
  const factors = new Map(a.factors)
  for (const [base, factor] of b.factors) {
    const exponent = addRationals(factors.get(base)?.exponent ?? rational(0n), factor.exponent)
    factors.set(base, { ...factor, exponent })
  }
  return settle({ coefficient: multiplyRationals(a.coefficient, b.coefficient), factors })
}

/** Brings a term into its one form: roots with exponents between 0 and 1, i at most once, no power of zero. */
export function settle(term: Term): Term {
  let { coefficient } = term
  const factors = new Map<string, Factor>()
  for (const [base, factor] of term.factors) {
    const whole = floor(factor.exponent)
    const parted = partFactor(base, factor.exponent, whole)
    coefficient = multiplyRationals(coefficient, parted.coefficient)
    if (parted.exponent.top !== 0n) factors.set(base, { ...factor, exponent: parted.exponent })
  }
  return { coefficient, factors }
}

function partFactor(base: string, exponent: Rational, whole: bigint): { coefficient: Rational; exponent: Rational } {
  const rest = addRationals(exponent, rational(-whole))
  if (WHOLE.test(base) && fits(BigInt(base), whole)) {
    return { coefficient: wholePower(rational(BigInt(base)), whole), exponent: rest }
  }
  if (base === 'i' && rest.top === 0n) {
    const turns = ((whole % 4n) + 4n) % 4n
    return { coefficient: rational(turns >= 2n ? -1n : 1n), exponent: rational(turns % 2n) }
  }
  return { coefficient: rational(1n), exponent }
}

/** Whether a power is small enough to be computed. */
export function fits(base: bigint, exponent: bigint): boolean {
  const times = exponent < 0n ? -exponent : exponent
  return times <= BigInt(MAX_POWER_BITS) && BigInt(base.toString(2).length) * times <= BigInt(MAX_POWER_BITS)
}

/** A fraction to a whole power; zero to a negative one is unreadable. */
export function wholePower({ top, bottom }: Rational, exponent: bigint): Rational {
  if (exponent >= 0n) return rational(top ** exponent, bottom ** exponent)
  if (top === 0n) throw new Unreadable('division by zero')
  return rational(bottom ** -exponent, top ** -exponent)
}

function floor({ top, bottom }: Rational): bigint {
  const quotient = top / bottom
  return top < 0n && top % bottom !== 0n ? quotient - 1n : quotient
}
