import { evaluate } from '../numeric/evaluate.js'
import { plainConstant } from '../numeric/plain-constant.js'
import type { Work } from '../numeric/work.js'
import type { Node } from '../notation/node.js'
import { addExpressions, asRational, type Expression, expressionKey, ofBase, ofRational, scale } from './expression.js'
import { divideExactly } from './divide-exactly.js'
import { multiply } from './multiply.js'
import { asWhole, divideExpressions, raise, rootExpression } from './raise.js'
import { wholeFunction } from './whole-function.js'

/** Brings algebra into its canonical form; throws Unreadable for a division by zero, and where it grows too large. */
export function expressionOf(node: Node, work: Work): Expression {
  work.spend(1)
  switch (node.kind) {
    case 'number':
      return ofRational(node.value)
    case 'name':
      return ofBase(node.name)
    case 'sum':
      return node.terms.map((term) => expressionOf(term, work)).reduce(addExpressions)
    case 'product':
      return multiply(expressionOf(node.left, work), expressionOf(node.right, work))
    case 'quotient': {
      const [top, bottom] = [expressionOf(node.top, work), expressionOf(node.bottom, work)]
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

/** A function of constants may have a plain value; else it stands as it is written. */
function callOf(node: Extract<Node, { kind: 'call' }>, work: Work): Expression {
  const parts = node.parts.map((part) => expressionOf(part, work))
  const numbers = parts.map(asRational)
  const whole = wholeFunction(node.function, parts.map(asWhole), numbers)
  if (whole !== null) return ofRational(whole)
  const opaque = ofBase(`\\${node.function}(${parts.map(expressionKey).join(',')})`, true)
  const isConstant = parts.every((part) => [...part.values()].every(({ factors }) => holdsOnly(factors.keys())))
  const value = isConstant ? evaluate(node, () => null, work) : null
  const plain = value === null ? null : plainConstant(value)
  if (plain === null) return opaque
  return plain.unit === '' ? ofRational(plain.ratio) : scale(ofBase(plain.unit), plain.ratio)
}

function holdsOnly(names: Iterable<string>): boolean {
  return [...names].every((name) => /^(?:\d+|i|e|\\pi)$/u.test(name))
}
