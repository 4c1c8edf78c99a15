import type { Expression, Factor } from './expression.js'
import { addRationals, magnitude, type Rational, rational } from './rational.js'

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
