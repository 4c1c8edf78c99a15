import { evaluate } from '../numeric/evaluate.js'
import { plainConstant } from '../numeric/plain-constant.js'
import type { Work } from '../numeric/work.js'
import type { Node } from '../notation/node.js'
import { addExpressions, asRational, type Expression, expressionKey, ofBase, ofRational, scale } from './expression.js'
import { divideExactly } from './divide-exactly.js'
import { multiply } from './multiply.js'
import { asWhole, divideExpressions, raise, rootExpression } from './raise.js'
import { ONE, rational } from './rational.js'
import { variablesOf } from './variables-of.js'
import { wholeFunction } from './whole-function.js'

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
