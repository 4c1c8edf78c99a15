import { asRational, type Expression } from '../expression/expression.js'
import { expressionOf } from '../expression/expression-of.js'
import { rationalKey } from '../expression/rational.js'
import type { Work } from '../numeric/work.js'
import { Unreadable } from '../unreadable.js'
import { complement, type End, INFINITY, type Interval, NEGATIVE_INFINITY, pointAt, readEnd } from './interval.js'
import { negative } from './node.js'
import { readExpression } from './read-expression.js'
import { splitRelation } from './split-relation.js'
import { numberNode } from './node.js'
import { substitute } from './substitute.js'
import type { Token } from './token.js'
import { variablesOf } from './variables-of.js'
import { soleName } from './variable.js'

/** Where one variable lies, as an inequality says. */
export interface Bounds {
  readonly variable: string
  readonly intervals: readonly Interval[]
}

const FLIPPED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '≤': '≥', '≥': '≤', '≠': '≠' }

/** Reads `x > 2`, `1 ≤ x < 4`, `2x + 1 ≥ 0`, `x ≠ 3`: bounds of one variable; null for anything else. */
export function readInequality(tokens: readonly Token[], work: Work): Bounds | null {
  const { sides, signs } = splitRelation(tokens)
  if (signs.length === 0 || !signs.every((sign) => sign in FLIPPED)) return null
  const [left = [], middle = [], right = []] = sides
  if (sides.length === 2) return simple(left, middle, { sign: signs[0] ?? '', work }) ?? linear(sides, signs, work)
  const variable = soleName(middle)
  if (sides.length !== 3 || variable === null) return null
  const [from, to] = [readEnd(left, work), readEnd(right, work)]
  const rising = signs.every((sign) => sign === '<' || sign === '≤')
  const falling = signs.every((sign) => sign === '>' || sign === '≥')
  if (from === null || to === null || (!rising && !falling)) return null
  const [holdsLeft, holdsRight] = signs.map((sign) => sign === '≤' || sign === '≥')
  const interval = rising
    ? { low: from, high: to, holdsLow: holdsLeft === true, holdsHigh: holdsRight === true }
    : { low: to, high: from, holdsLow: holdsRight === true, holdsHigh: holdsLeft === true }
  return interval.low.at <= interval.high.at ? { variable, intervals: [interval] } : null
}

/** A variable on one side, a number on the other. */
function simple(
  left: readonly Token[],
  right: readonly Token[],
  { sign, work }: { readonly sign: string; readonly work: Work },
): Bounds | null {
  const [named, turned] = [soleName(left), soleName(right)]
  const variable = named ?? turned
  const end = variable === null ? null : readEnd(named === null ? left : right, work)
  if (variable === null || end === null) return null
  return { variable, intervals: beyond(end, named === null ? (FLIPPED[sign] ?? sign) : sign) }
}

/** a·x + b on the two sides together, a and b fractions. */
function linear(sides: readonly (readonly Token[])[], [sign = '']: readonly string[], work: Work): Bounds | null {
  const [left = [], right = []] = sides
  try {
    const difference = { kind: 'sum', terms: [readExpression(left), negative(readExpression(right))] } as const
    const expression = expressionOf(difference, work)
    const [variable, ...others] = variablesOf(expression)
    if (variable === undefined || others.length > 0 || !isLinear(expression, variable)) return null
    const at = (value: bigint): Expression =>
      expressionOf(substitute(difference, variable, numberNode({ top: value, bottom: 1n })), work)
    const [zero, one] = [asRational(at(0n)), asRational(at(1n))]
    if (zero === null || one === null) return null
    const slope = { top: one.top * zero.bottom - zero.top * one.bottom, bottom: one.bottom * zero.bottom }
    const root = expressionOf({ kind: 'quotient', top: negative(numberNode(zero)), bottom: numberNode(slope) }, work)
    const value = asRational(root)
    if (value === null) return null
    const end = { key: rationalKey(value), at: Number(value.top) / Number(value.bottom) }
    return { variable, intervals: beyond(end, slope.top < 0n ? (FLIPPED[sign] ?? sign) : sign) }
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

function isLinear(expression: Expression, variable: string): boolean {
  return [...expression.values()].every(({ factors }) => {
    const factor = factors.get(variable)
    return factors.size === 0 || (factors.size === 1 && factor?.exponent.top === 1n && factor.exponent.bottom === 1n)
  })
}

function beyond(end: End, sign: string): Interval[] {
  if (sign === '≠') return complement([pointAt(end)])
  return sign === '>' || sign === '≥'
    ? [{ low: end, holdsLow: sign === '≥', high: INFINITY, holdsHigh: false }]
    : [{ low: NEGATIVE_INFINITY, holdsLow: false, high: end, holdsHigh: sign === '≤' }]
}
