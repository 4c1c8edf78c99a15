import type { Node } from '../notation/node.js'
import { evaluate } from '../numeric/evaluate.js'
import { plainConstant } from '../numeric/constants.js'
import type { Work } from '../numeric/work.js'
import {
  addExpressions,
  asRational,
  type Expression,
  expressionKey,
  ofBase,
  ofRational,
  ofTerm,
  scale,
  type Term,
  variablesOf,
} from './expression.js'
import { multiply, multiplyTerms } from './multiply.js'
import { asWhole, divideExpressions, raise, rootExpression } from './raise.js'
import { greatestCommonDivisor, magnitude, ONE, rational, type Rational } from './rational.js'

/** Multiplications needed to recognise a plain constant. */
const RECOGNITION_STEPS = 200
const MOST_CHOSEN = 6n

/** Brings algebra into its canonical form; throws Unreadable for a division by zero, and if it grows too large. */
export function expressionOf(node: Node, work: Work): Expression {
  work.spend(1)
  switch (node.kind) {
    case 'number':
      return ofRational(node.value)
    case 'name':
      return node.name === '°' ? scale(ofBase('\\pi'), rational(1n, 180n)) : ofBase(node.name)
    case 'sum':
      return node.terms.map((term) => expressionOf(term, work)).reduce(addExpressions)
    case 'product':
      return multiply(expressionOf(node.left, work), expressionOf(node.right, work))
    case 'quotient': {
      const top = expressionOf(node.top, work)
      const bottom = expressionOf(node.bottom, work)
      return divideExactly(top, bottom) ?? divideExpressions(top, bottom)
    }
    case 'power':
      return raise(expressionOf(node.base, work), expressionOf(node.exponent, work))
    case 'root':
      return rootExpression(expressionOf(node.radicand, work), expressionOf(node.degree, work))
    case 'call':
      return callOf(node, work)
  }
}

/** n over k as the product of (n − i) ÷ (k − i). */
function waysOf(of: Expression, chosen: bigint): Expression {
  let ways = ofRational(ONE)
  for (let each = 0n; each < chosen; each += 1n) {
    const factor = addExpressions(of, ofRational(rational(-each)))
    ways = multiply(ways, scale(factor, rational(1n, chosen - each)))
  }
  return ways
}

/** A function of constants may have a plain value; else it stays as written. */
function callOf(node: Extract<Node, { kind: 'call' }>, work: Work): Expression {
  const parts = node.parts.map((part) => expressionOf(part, work))
  const numbers = parts.map(asRational)
  const whole = wholeFunction(node.function, parts.map(asWhole), numbers)
  if (whole !== null) return ofRational(whole)
  const chosen = node.function === 'binomial' ? asWhole(parts[1] ?? new Map()) : null
  if (chosen !== null && chosen >= 0n && chosen <= MOST_CHOSEN) return waysOf(parts[0] ?? new Map(), chosen)
  const opaque = ofBase(`\\${node.function}(${parts.map(expressionKey).join(',')})`, true)
  if (parts.some((part) => variablesOf(part).length > 0)) return opaque
  work.spend(RECOGNITION_STEPS)
  const value = evaluate(node, () => null, work)
  const plain = value === null ? null : plainConstant(value)
  if (plain === null) return opaque
  return plain.unit === '' ? ofRational(plain.ratio) : scale(ofBase(plain.unit), plain.ratio)
}

const LARGEST_FACTORIAL = 50n
const LARGEST_CHOICE = 200n

/** Computes functions of whole numbers and fractions exactly; null for any other. */
function wholeFunction(
  name: string,
  whole: readonly (bigint | null)[],
  numbers: readonly (Rational | null)[],
): Rational | null {
  const [first, second] = whole
  const [number] = numbers
  switch (name) {
    case 'factorial':
      return first == null || first < 0n || first > LARGEST_FACTORIAL ? null : rational(factorial(first))
    case 'binomial':
      return first == null || second == null || whole.length !== 2 ? null : binomial(first, second)
    case 'abs':
      return number == null ? null : { top: magnitude(number.top), bottom: number.bottom }
    case 'floor':
      return number == null ? null : rational(floor(number))
    case 'ceil':
      return number == null ? null : rational(-floor({ top: -number.top, bottom: number.bottom }))
    case 'gcd':
      return whole.every((each) => each !== null) && whole.length > 1
        ? rational(whole.reduce(greatestCommonDivisor))
        : null
    case 'max':
    case 'min':
      return extreme(name, numbers)
    default:
      return null
  }
}

function factorial(number: bigint): bigint {
  let product = 1n
  for (let factor = 2n; factor <= number; factor += 1n) product *= factor
  return product
}

function binomial(of: bigint, chosen: bigint): Rational | null {
  if (of < 0n || of > LARGEST_CHOICE) return null
  if (chosen < 0n || chosen > of) return rational(0n)
  let ways = 1n
  for (let each = 1n; each <= chosen; each += 1n) ways = (ways * (of - each + 1n)) / each
  return rational(ways)
}

function floor({ top, bottom }: Rational): bigint {
  const quotient = top / bottom
  return top < 0n && top % bottom !== 0n ? quotient - 1n : quotient
}

function extreme(name: 'max' | 'min', numbers: readonly (Rational | null)[]): Rational | null {
  const known = numbers.filter((each) => each !== null)
  if (known.length < numbers.length) return null
  return known.reduce((best, each) => {
    const isLess = each.top * best.bottom < best.top * each.bottom
    return isLess === (name === 'min') ? each : best
  })
}

const MAX_STEPS = 32

/**
 * Divides one polynomial by another of several terms if nothing is left over, as (x² − 1) ÷ (x − 1) is x + 1; null
 * elsewhere. Long division by the terms of highest degree.
 */
function divideExactly(top: Expression, bottom: Expression): Expression | null {
  const lead = leading(bottom)
  if (bottom.size < 2 || top.size < 2 || lead === undefined || !isPolynomial(top) || !isPolynomial(bottom)) return null
  let rest = top
  let quotient: Expression = new Map()
  for (let step = 0; step < MAX_STEPS && rest.size > 0; step += 1) {
    const head = leading(rest)
    const term = head === undefined ? null : multiplyTerms(head, inverse(lead))
    if (term === null || !isPolynomial(ofTerm(term))) return null
    quotient = addExpressions(quotient, ofTerm(term))
    rest = addExpressions(rest, multiply(ofTerm({ ...term, coefficient: negated(term) }), bottom))
  }
  return rest.size === 0 ? quotient : null
}

function inverse({ coefficient, factors }: Term): Term {
  const turned = [...factors].map(([base, factor]) => {
    const { top, bottom } = factor.exponent
    return [base, { ...factor, exponent: { top: -top, bottom } }] as const
  })
  return multiplyTerms(
    { coefficient: rational(coefficient.bottom, coefficient.top), factors: new Map() },
    { coefficient: ONE, factors: new Map(turned) },
  )
}

function negated({ coefficient }: Term): Term['coefficient'] {
  return { top: -coefficient.top, bottom: coefficient.bottom }
}

/** Only symbols, to whole powers that are not negative. */
function isPolynomial(expression: Expression): boolean {
  return [...expression.values()].every(({ factors }) =>
    [...factors.values()].every(
      ({ sum, isOpaque, exponent }) => sum === null && !isOpaque && exponent.bottom === 1n && exponent.top >= 0n,
    ),
  )
}

/** The term that comes last when powers are compared symbol by symbol in the order of their names. */
function leading(expression: Expression): Term | undefined {
  const names = [...new Set([...expression.values()].flatMap(({ factors }) => [...factors.keys()]))].toSorted()
  const powers = (term: Term): bigint[] => names.map((name) => term.factors.get(name)?.exponent.top ?? 0n)
  return [...expression.values()].toSorted((a, b) => compare(powers(b), powers(a)))[0]
}

function compare(a: readonly bigint[], b: readonly bigint[]): number {
  const at = a.findIndex((power, place) => power !== b[place])
  return at < 0 ? 0 : (a[at] ?? 0n) < (b[at] ?? 0n) ? -1 : 1
}
