import { Unreadable } from '../numeric/work.js'
import { addRationals, magnitude, multiplyRationals, ONE, type Rational, rational, rationalKey } from './rational.js'

/**
 * A power of something that is not taken apart: a symbol, a prime number under a root, a sum of several terms, which is
 * then held in `sum`, or anything else that only its spelling tells, which `isOpaque`.
 */
export interface Factor {
  readonly base: string
  readonly sum: Expression | null
  readonly isOpaque: boolean
  readonly exponent: Rational
}

/** A coefficient times powers; `factors` by their base. */
export interface Term {
  readonly coefficient: Rational
  readonly factors: ReadonlyMap<string, Factor>
}

/** A sum of terms no two of which differ by their coefficient alone; none is zero. Keyed by what is beside it. */
export type Expression = ReadonlyMap<string, Term>

const MAX_TERMS = 256

export function ofRational(value: Rational): Expression {
  return ofTerm({ coefficient: value, factors: new Map() })
}

export function ofBase(base: string, isOpaque = false): Expression {
  return ofTerm({ coefficient: ONE, factors: new Map([[base, { base, sum: null, isOpaque, exponent: ONE }]]) })
}

export function ofTerm(term: Term): Expression {
  return term.coefficient.top === 0n ? new Map() : new Map([[factorsKey(term.factors), term]])
}

export function addExpressions(a: Expression, b: Expression): Expression {
  const sum = new Map(a)
  for (const [key, term] of b) {
    const coefficient = addRationals(sum.get(key)?.coefficient ?? { top: 0n, bottom: 1n }, term.coefficient)
    if (coefficient.top === 0n) sum.delete(key)
    else sum.set(key, { ...term, coefficient })
  }
  if (sum.size > MAX_TERMS) throw new Unreadable('too many terms')
  return sum
}

export function scale(expression: Expression, by: Rational): Expression {
  if (by.top === 0n) return new Map()
  return new Map(
    [...expression].map(([key, term]) => [key, { ...term, coefficient: multiplyRationals(term.coefficient, by) }]),
  )
}

/** The number an expression is, or null if it is more than a number. */
export function asRational(expression: Expression): Rational | null {
  if (expression.size === 0) return { top: 0n, bottom: 1n }
  const term = expression.get('')
  return expression.size === 1 && term !== undefined ? term.coefficient : null
}

/** Formats an expression so that equal ones are written alike, and parsing the text gives it back. */
export function expressionKey(expression: Expression): string {
  if (expression.size === 0) return '0'
  const terms = [...expression].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, term]) => termKey(key, term))
  return terms.join('+').replaceAll('+-', '-')
}

function termKey(key: string, { coefficient }: Term): string {
  const number = rationalKey(coefficient)
  if (key === '') return number
  if (number === '1') return key
  return number === '-1' ? `-${key}` : `${number}*${key}`
}

/** Writes the powers beside a coefficient, in one order. */
function factorsKey(factors: Term['factors']): string {
  return [...factors.values()].map(factorKey).toSorted().join('*')
}

function factorKey({ base, exponent }: Factor): string {
  if (exponent.top === 1n && exponent.bottom === 1n) return base
  const held = base.includes('^') && !isHeld(base) ? `(${base})` : base
  const isDigit = exponent.bottom === 1n && exponent.top > 0n && exponent.top < 10n
  return isDigit
    ? `${held}^${exponent.top}`
    : `${held}^(${exponent.top}${exponent.bottom === 1n ? '' : `/${exponent.bottom}`})`
}

/** Whether one pair of parentheses holds all of it. */
function isHeld(base: string): boolean {
  return base.startsWith('(') && base.endsWith(')')
}

const MOST_TERMS = 32
const HIGHEST_DEGREE = 12n

/**
 * Whether an expression's spelling tells its value: a product of powers of symbols, or a sum of such that is short
 * enough to be always multiplied out. Anything else has several spellings.
 */
export function isFlat(expression: Expression): boolean {
  const factors = [...expression.values()].map((term) => [...term.factors.values()])
  if (factors.flat().some(({ sum, isOpaque }) => sum !== null || isOpaque)) return false
  return expression.size <= 1 || (expression.size <= MOST_TERMS && factors.every((each) => isLow(degreeOf(each))))
}

function degreeOf(factors: readonly Factor[]): Rational {
  return factors.reduce(
    (sum, { exponent }) => addRationals(sum, { top: magnitude(exponent.top), bottom: exponent.bottom }),
    rational(0n),
  )
}

function isLow({ top, bottom }: Rational): boolean {
  return top <= HIGHEST_DEGREE * bottom
}

const CONSTANT = /^(?:\d+|i|e|\\pi)$/u

/** The names in an expression that are no constants, in order; none if it is a number. */
export function variablesOf(expression: Expression): string[] {
  const names = [...expression.values()].flatMap(({ factors }) => [...factors.keys()])
  return [...new Set(names)].filter((name) => !CONSTANT.test(name)).toSorted()
}
