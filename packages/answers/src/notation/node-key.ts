import { asRational, type Expression, expressionKey, isFlat, variablesOf } from '../expression/expression.js'
import { expressionOf } from '../expression/expression-of.js'
import { rationalKey } from '../expression/rational.js'
import { fingerprint } from '../numeric/fingerprint.js'
import { Unreadable, type Work } from '../numeric/work.js'
import type { Node } from './node.js'

/**
 * Returns the key of an expression: equal for all spellings of one number or one function. Fractions and polynomials
 * are spelled out; anything without a canonical spelling is identified by its value. Throws Unreadable if neither is
 * possible.
 */
export function nodeKey(node: Node, work: Work): string {
  const expression = algebra(node, work)
  const number = expression === null ? null : asRational(expression)
  if (number !== null) return rationalKey(number)
  if (expression !== null && isFlat(expression) && variablesOf(expression).length > 0) return expressionKey(expression)
  const value = fingerprint(node, work)
  if (value !== null) return value
  if (expression === null) throw new Unreadable('it cannot be computed')
  return expressionKey(expression)
}

function algebra(node: Node, work: Work): Expression | null {
  try {
    return expressionOf(node, work)
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}
