import { Unreadable } from '../numeric/work.js'
import { asRational, type Expression, expressionKey, type Factor, ofBase, ofRational, type Term } from './expression.js'
import { asTerm, fits, fromTerm, isNumeric, multiply, multiplyTerms, settle, wholePower } from './multiply.js'
import { isWhole, magnitude, multiplyRationals, ONE, primePowers, type Rational, rational } from './rational.js'

/** Powers of sums are multiplied out up to this exponent. */
const MAX_EXPANDED = 12n

/** Raises an expression to a power, which stays as it is if the exponent is no number. */
export function raise(base: Expression, exponent: Expression): Expression {
  const power = asRational(exponent)
  if (power !== null) return raiseTo(base, power)
  const key = expressionKey(base)
  const held = /^(?:\w+|\\\w+)$/u.test(key) ? key : `(${key})`
  return ofBase(`${held}^(${expressionKey(exponent)})`, true)
}

/** Raises an expression to a fractional power: roots of numbers are extracted, `\sqrt{12}` is 2·3^(1/2). */
export function raiseTo(base: Expression, power: Rational): Expression {
  if (power.top === 0n) return ofRational(ONE)
  if (base.size === 0) {
    if (power.top < 0n) throw new Unreadable('division by zero')
    return base
  }
  if (base.size > 1 && isWhole(power) && (power.top > 0n || isNumeric(base))) {
    const expanded = raiseNumber(base, power.top)
    if (expanded !== null) return expanded
  }
  return fromTerm(isWhole(power) ? wholeTerm(asTerm(base), power) : rootTerm(base, power))
}

/** A sum to a whole power, multiplied out; null if that is not cheap. */
function raiseNumber(base: Expression, exponent: bigint): Expression | null {
  const times = magnitude(exponent)
  if (times > MAX_EXPANDED) return null
  const one = exponent > 0n ? base : inverse(base)
  if (one === null) return null
  let power = one
  for (let done = 1n; done < times; done += 1n) power = multiply(power, one)
  return power
}

/** 1 ÷ (a + b) = (a − b) ÷ (a² − b²), if the squares are numbers without roots. */
function inverse(base: Expression): Expression | null {
  const [first, second, ...others] = base.values()
  if (first === undefined || second === undefined || others.length > 0) return null
  const conjugate = new Map(base)
  for (const [key, term] of base) {
    if (term === second)
      conjugate.set(key, { ...term, coefficient: multiplyRationals(term.coefficient, rational(-1n)) })
  }
  const norm = asRational(multiply(base, conjugate))
  return norm === null || norm.top === 0n ? null : multiply(conjugate, ofRational(rational(norm.bottom, norm.top)))
}

function wholeTerm({ coefficient, factors }: Term, power: Rational): Term {
  const raised = new Map(
    [...factors].map(([base, factor]) => [base, { ...factor, exponent: multiplyRationals(factor.exponent, power) }]),
  )
  const number = fits(widest(coefficient), power.top)
    ? { coefficient: wholePower(coefficient, power.top), factors: new Map() }
    : rootOf(coefficient, power)
  return multiplyTerms(number, settle({ coefficient: ONE, factors: raised }))
}

function widest({ top, bottom }: Rational): bigint {
  return magnitude(top) > bottom ? magnitude(top) : bottom
}

/** A term to a power that is not whole; symbols under another power than −1 stay inside, as √(x²) is not x. */
function rootTerm(base: Expression, power: Rational): Term {
  const { coefficient, factors } = asTerm(base, false)
  const simple = [...factors.values()].every(({ base: name, exponent }) => /^\d+$/u.test(name) || isUnit(exponent))
  const number = rootOf(coefficient, power)
  if (factors.size === 0) return number
  if (!simple || (coefficient.top < 0n && factors.size > 0)) {
    const held = `(${expressionKey(base)})`
    return { coefficient: ONE, factors: new Map([[held, { base: held, sum: base, isOpaque: false, exponent: power }]]) }
  }
  const raised = [...factors].map(([name, factor]) => {
    const exponent = multiplyRationals(factor.exponent, power)
    return [name, { ...factor, exponent }] as const
  })
  return multiplyTerms(number, settle({ coefficient: ONE, factors: new Map(raised) }))
}

/** Whether an exponent is 1 or −1: √(1/x) is 1/√x wherever either is real. */
function isUnit({ top, bottom }: Rational): boolean {
  return magnitude(top) === 1n && bottom === 1n
}

/** A fraction to any power, as prime powers: −4 to ½ is 2i, −8 to ⅓ is −2. */
function rootOf(coefficient: Rational, power: Rational): Term {
  const factors = new Map<string, Factor>()
  const parts: [bigint, bigint][] = [
    [magnitude(coefficient.top), 1n],
    [coefficient.bottom, -1n],
  ]
  for (const [number, sign] of parts) {
    for (const [prime, times] of primePowers(number)) {
      const exponent = multiplyRationals(power, rational(times * sign))
      factors.set(String(prime), { base: String(prime), sum: null, isOpaque: false, exponent })
    }
  }
  const root = settle({ coefficient: ONE, factors })
  if (coefficient.top > 0n) return root
  return multiplyTerms(root, signRoot(power))
}

function signRoot(power: Rational): Term {
  if (power.bottom % 2n === 1n) {
    return { coefficient: rational(power.top % 2n === 0n ? 1n : -1n), factors: new Map() }
  }
  if (power.bottom !== 2n) throw new Unreadable('an even root of a negative number')
  return settle({
    coefficient: ONE,
    factors: new Map([['i', { base: 'i', sum: null, isOpaque: false, exponent: rational(power.top) }]]),
  })
}

/** Draws a root: `degree` 2 is the square root. */
export function rootExpression(base: Expression, degree: Expression): Expression {
  const number = asRational(degree)
  if (number === null || number.top === 0n) throw new Unreadable('a root of no degree')
  return raiseTo(base, rational(number.bottom, number.top))
}

/** Divides; by zero is unreadable. */
export function divideExpressions(top: Expression, bottom: Expression): Expression {
  return multiply(top, raiseTo(bottom, rational(-1n)))
}

/** Whether an expression is a whole number, and which. */
export function asWhole(expression: Expression): bigint | null {
  const value = asRational(expression)
  return value !== null && isWhole(value) ? value.top : null
}
