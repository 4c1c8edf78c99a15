import { type Expression, expressionKey, ofBase } from '../expression/expression.js'
import { expressionOf } from '../expression/expression-of.js'
import { isFlat } from '../expression/is-flat.js'
import { asTerm, multiply } from '../expression/multiply.js'
import { raiseTo } from '../expression/raise.js'
import { rational } from '../expression/rational.js'
import { equationFingerprint } from '../numeric/fingerprint.js'
import type { Work } from '../numeric/work.js'
import { Unreadable } from '../unreadable.js'
import { negative, type Node, numberNode } from './node.js'
import { nodeKey } from './node-key.js'
import { substitute } from './substitute.js'
import { variablesOf } from '../expression/variables-of.js'

const MOST_DENOMINATORS = 4

/**
 * Returns the key of an equation of two sides, whichever way its terms stand. One linear in its only variable has the
 * key of its solution, and one of y and another variable that defines y that of the definition; any other is brought to
 * one side.
 */
export function equationKey(left: Node, right: Node, work: Work): string {
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
