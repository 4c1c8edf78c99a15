import { expressionOf } from '../expression/expression-of.js'
import { type Expression, expressionKey, isFlat, ofBase, scale, variablesOf } from '../expression/expression.js'
import { asTerm, multiply } from '../expression/multiply.js'
import { raiseTo } from '../expression/raise.js'
import { MINUS_ONE, rational } from '../expression/rational.js'
import { equationFingerprint } from '../numeric/fingerprint.js'
import { Unreadable, type Work } from '../numeric/work.js'
import { nodeKey } from './node-key.js'
import { negative, type Node, numberNode, substitute } from './node.js'
import { parseExpression } from './parse-expression.js'
import { splitRelation, type Token } from './tokens.js'

const ORDERS = new Set(['<', '>', '≤', '≥', '≠'])
const FLIPPED: Readonly<Record<string, string>> = { '>': '<', '≥': '≤' }

/** Returns the key of an equation or inequality, whichever side is written first; null if it is neither. */
export function relationKey(
  tokens: readonly Token[],
  keyOf: (side: readonly Token[]) => string,
  work: Work,
): string | null {
  const { sides, signs } = splitRelation(tokens)
  if (signs.length === 0) return null
  const [left = [], right = []] = sides
  if (signs.every((sign) => sign === '≈')) return keyOf(left.length === 0 ? right : left)
  if (signs.every((sign) => sign === '=')) {
    const keys = [...new Set(sides.map(keyOf))]
    if (keys.length === 1) return keys[0] ?? ''
    return sides.length > 2 ? keys.join('=') : equationKey(parseExpression(left), parseExpression(right), work)
  }
  if (sides.length === 2 && signs[0] !== undefined && ORDERS.has(signs[0])) {
    const key = inequalityKey(parseExpression(left), parseExpression(right), signs[0], work)
    if (key !== null) return key
  }
  const flips = signs.every((sign) => sign in FLIPPED)
  const [ordered, written] = flips ? [sides.toReversed(), signs.toReversed()] : [sides, signs]
  const keys = ordered.map(keyOf)
  if (written.length === 1 && written[0] === '≠') keys.sort()
  return keys.map((key, at) => `${key}${flips ? (FLIPPED[written[at] ?? ''] ?? '') : (written[at] ?? '')}`).join('')
}

const MOST_DENOMINATORS = 4

/**
 * Returns the key of an equation of two sides, whichever way its terms stand. One linear in its only variable has the
 * key of its solution, and one of y and another variable that defines y that of the definition; any other is brought to
 * one side.
 */
function equationKey(left: Node, right: Node, work: Work): string {
  const difference: Node = { kind: 'sum', terms: [left, negative(right)] }
  const expression = withoutDenominators(expressionOf(difference, work))
  if (isFlat(expression) && expression.size > 0) {
    const names = variablesOf(expression)
    const solved = names.length === 1 ? names[0] : names.length === 2 && names.includes('y') ? 'y' : undefined
    const given = solved === undefined ? null : solutionFor(solved, expression, difference, work)
    if (given !== null) return given
    const [factor, ...others] = asTerm(expression).factors.values()
    return `${expressionKey(others.length === 0 && factor?.sum != null ? factor.sum : expression)}=0`
  }
  const key = equationFingerprint(difference, work)
  if (key === null) throw new Unreadable('an equation that cannot be computed')
  return key
}

/** The solution for a variable that occurs to the first power alone, from the equation's values at 0 and 1. */
function solutionFor(variable: string, expression: Expression, difference: Node, work: Work): string | null {
  const isLinear = [...expression.values()].every(({ factors }) => {
    const { top, bottom } = factors.get(variable)?.exponent ?? { top: 1n, bottom: 1n }
    return top === 1n && bottom === 1n
  })
  if (!isLinear) return null
  const at = (value: bigint): Node => substitute(difference, variable, numberNode(rational(value)))
  const zero = at(0n)
  const one = at(1n)
  return nodeKey({ kind: 'quotient', top: zero, bottom: { kind: 'sum', terms: [zero, negative(one)] } }, work)
}

/** Multiplies an equation's side by what its terms are divided by. */
function withoutDenominators(expression: Expression): Expression {
  let cleared = expression
  for (let round = 0; round < MOST_DENOMINATORS; round += 1) {
    const factors = [...cleared.values()].flatMap((term) => [...term.factors.values()])
    const below = factors.find(({ base, exponent }) => exponent.top < 0n && !/^\d+$/u.test(base))
    if (below === undefined) return cleared
    const { top, bottom } = below.exponent
    const by = raiseTo(below.sum ?? ofBase(below.base), rational(-top, bottom))
    cleared = multiply(cleared, by)
  }
  return cleared
}

const TURNED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '≤': '≥', '≥': '≤', '≠': '≠' }

/**
 * Returns the key of an inequality of several variables, brought to one side and divided by what its terms share; null
 * if it has no such form.
 */
function inequalityKey(left: Node, right: Node, sign: string, work: Work): string | null {
  const difference = expressionOf({ kind: 'sum', terms: [left, negative(right)] }, work)
  if (!isFlat(difference) || difference.size < 2) return null
  const { coefficient } = asTerm(difference)
  const size = coefficient.top < 0n ? { top: -coefficient.top, bottom: coefficient.bottom } : coefficient
  const divided = scale(difference, rational(size.bottom, size.top))
  if (coefficient.top > 0n) return `${expressionKey(divided)}${sign}0`
  return `${expressionKey(scale(divided, MINUS_ONE))}${TURNED[sign] ?? sign}0`
}
