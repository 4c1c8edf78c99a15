import { Unreadable } from '../numeric/work.js'
import {
  addExpressions,
  asRational,
  type Expression,
  expressionKey,
  type Factor,
  ofTerm,
  scale,
  type Term,
} from './expression.js'
import {
  addRationals,
  greatestCommonDivisor,
  magnitude,
  multiplyRationals,
  ONE,
  type Rational,
  rational,
} from './rational.js'

const MAX_PRODUCTS = 64

/** Multiplies two expressions out; very long sums stay in parentheses. */
export function multiply(a: Expression, b: Expression): Expression {
  const numberA = asRational(a)
  const numberB = asRational(b)
  if (numberA !== null) return scale(b, numberA)
  if (numberB !== null) return scale(a, numberB)
  if (a.size * b.size <= MAX_PRODUCTS) return multiplyOut(a, b)
  return fromTerm(multiplyTerms(asTerm(a), asTerm(b)))
}

/** A term as an expression; a sum that stands alone in it is taken out of its parentheses. */
export function fromTerm(term: Term): Expression {
  const [only, ...others] = term.factors.values()
  const { sum = null, exponent } = only ?? {}
  if (sum !== null && others.length === 0 && exponent?.top === 1n && exponent.bottom === 1n) {
    return scale(sum, term.coefficient)
  }
  return ofTerm(term)
}

/**
 * An expression as one term: of a sum, what its terms have in common comes before the parentheses. `signed` takes a
 * minus out too, so that 1 − x and x − 1 share their parentheses.
 */
export function asTerm(expression: Expression, signed = true): Term {
  const terms = [...expression].toSorted(([x], [y]) => (x < y ? -1 : 1)).map(([, term]) => term)
  const [first] = terms
  if (first === undefined) return { coefficient: rational(0n), factors: new Map() }
  if (terms.length === 1) return first
  const coefficient = commonCoefficient(terms, signed && first.coefficient.top < 0n)
  const common = signed ? commonFactors(terms) : new Map<string, Factor>()
  const rest = divide(expression, { coefficient, factors: common })
  const base = `(${expressionKey(rest)})`
  const held: Term = { coefficient, factors: new Map([[base, { base, sum: rest, isOpaque: false, exponent: ONE }]]) }
  return multiplyTerms({ coefficient: ONE, factors: common }, held)
}

/** Whether an expression is a number: only roots and i beside its coefficients. */
export function isNumeric(expression: Expression): boolean {
  return [...expression.values()].every(({ factors }) => [...factors.keys()].every((base) => /^(?:\d+|i)$/u.test(base)))
}

function multiplyOut(a: Expression, b: Expression): Expression {
  let product: Expression = new Map()
  for (const one of a.values()) {
    for (const other of b.values()) product = addExpressions(product, fromTerm(multiplyTerms(one, other)))
  }
  return product
}

function divide(expression: Expression, by: Term): Expression {
  const inverse = settle({
    coefficient: rational(by.coefficient.bottom, by.coefficient.top),
    factors: new Map(
      [...by.factors].map(([base, factor]) => [base, { ...factor, exponent: negated(factor.exponent) }]),
    ),
  })
  let quotient: Expression = new Map()
  for (const term of expression.values()) quotient = addExpressions(quotient, ofTerm(multiplyTerms(term, inverse)))
  return quotient
}

function negated({ top, bottom }: Rational): Rational {
  return { top: -top, bottom }
}

/** The largest fraction of which every coefficient is a whole multiple. */
function commonCoefficient(terms: readonly Term[], negative: boolean): Rational {
  let top = 0n
  let bottom = 1n
  for (const { coefficient } of terms) {
    top = greatestCommonDivisor(top, magnitude(coefficient.top))
    bottom = (bottom * coefficient.bottom) / greatestCommonDivisor(bottom, coefficient.bottom)
  }
  return multiplyRationals(rational(top, bottom), rational(negative ? -1n : 1n))
}

/** Of every symbol that all terms have, the lowest power. */
function commonFactors([first, ...others]: readonly Term[]): Map<string, Factor> {
  const common = new Map<string, Factor>()
  for (const [base, factor] of first?.factors ?? []) {
    if (/^(?:\d+|i)$/u.test(base)) continue
    let least: Factor | undefined = factor
    for (const { factors } of others) least = lower(least, factors.get(base))
    if (least !== undefined) common.set(base, least)
  }
  return common
}

function lower(a: Factor | undefined, b: Factor | undefined): Factor | undefined {
  if (a === undefined || b === undefined) return undefined
  return a.exponent.top * b.exponent.bottom <= b.exponent.top * a.exponent.bottom ? a : b
}

/** Powers of whole numbers up to this many bits are computed, larger ones left as powers. */
const MAX_POWER_BITS = 1024

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
