import { expressionOf } from '../expression/expression-of.js'
import { asRational, type Expression, isFlat, variablesOf } from '../expression/expression.js'
import { rationalKey } from '../expression/rational.js'
import { Unreadable, type Work } from '../numeric/work.js'
import {
  complement,
  type End,
  INFINITY,
  intersect,
  type Interval,
  NEGATIVE_INFINITY,
  parseEnd,
  pointAt,
  unite,
} from './interval.js'
import { negative, numberNode, substitute } from './node.js'
import { parseExpression } from './parse-expression.js'
import { splitRelation, splitTokens, type Token, withinBrackets } from './tokens.js'
import { dropVariable, soleName, soleVariable } from './variable.js'

const MOST_PARTS = 16

/**
 * Parses a part of the real line written as inequalities of one variable, a union, or a complement in ℝ; null for
 * anything else, and for one interval alone, which may be a tuple.
 */
export function parseRegion(tokens: readonly Token[], work: Work): readonly Interval[] | null {
  if (tokens.length === 1 && tokens[0]?.text === '\\mathbb{R}') return complement([])
  if (!tokens.some(({ kind, text }) => kind === 'operator' && '<>≤≥≠∪∩∖'.includes(text))) return null
  const condition = conditionOf(tokens)
  if (condition !== null) return parseRegion(condition, work)
  return combined(tokens, work) ?? ofSets(tokens, work)
}

/** The condition on x in `{x | x > 2}`, `{x ∈ ℝ : x ≠ 0}`; null for anything else. */
function conditionOf(tokens: readonly Token[]): readonly Token[] | null {
  const held = withinBrackets(tokens)
  if (held?.open !== '\\{') return null
  const [named = [], ...conditions] = splitTokens(held.inner, '|', ':')
  const [condition] = conditions
  const name = soleName(splitTokens(named, '∈')[0] ?? [])
  return name === null || conditions.length !== 1 || condition === undefined ? null : condition
}

/** `x < 1 or x > 3`, `x > 1, x < 3`; inequalities that contradict each other are alternatives. */
function combined(tokens: readonly Token[], work: Work): readonly Interval[] | null {
  const parts = splitTokens(tokens, ',', ';', '∨').filter((part) => part.length > 0)
  if (parts.length > MOST_PARTS) return null
  const bounds = parts.map((part) => parseInequality(part, work))
  const known = bounds.filter((each) => each !== null)
  const [first] = known
  if (first === undefined || known.length < parts.length) return null
  if (known.some(({ variable }) => variable !== first.variable)) return null
  const all = known.map(({ intervals }) => intervals)
  const together = all.reduce(intersect)
  return splitTokens(tokens, '∨').length > 1 || together.length === 0 ? unite(all.flat()) : together
}

/** Unions, intersections and differences of intervals and sets of numbers. */
function ofSets(tokens: readonly Token[], work: Work): readonly Interval[] | null {
  const plain = soleVariable(tokens) === null ? tokens : dropVariable(tokens)
  const operations: [string, (one: readonly Interval[], other: readonly Interval[]) => Interval[]][] = [
    ['∪', (one, other) => unite([...one, ...other])],
    ['∖', (one, other) => intersect(one, complement(other))],
    ['∩', intersect],
  ]
  for (const [sign, combine] of operations) {
    const parts = splitTokens(plain, sign)
    if (parts.length === 1 || parts.length > MOST_PARTS) continue
    const read = parts.map((part) => ofSets(part, work) ?? oneSet(part, work))
    const known = read.filter((each) => each !== null)
    return known.length < parts.length ? null : known.reduce(combine)
  }
  return null
}

function oneSet(tokens: readonly Token[], work: Work): readonly Interval[] | null {
  const [only] = tokens
  if (tokens.length === 1 && only?.text === '\\mathbb{R}') return complement([])
  if (tokens.length === 1 && only?.text === '\\emptyset') return []
  const held = withinBrackets(tokens)
  if (held === null) return null
  const { open, close, inner } = held
  const ends = splitTokens(inner, ',').map((part) => parseEnd(part, work))
  const known = ends.filter((end) => end !== null)
  const [low, high] = known
  if (known.length < ends.length || low === undefined) return null
  if (open === '\\{' || open === '{') return unite(known.map(pointAt))
  if (!'(['.includes(open) || !')]'.includes(close) || known.length !== 2 || high === undefined) return null
  return low.at < high.at ? [{ low, high, holdsLow: open === '[', holdsHigh: close === ']' }] : null
}

/** The bounds of one variable, as an inequality states them. */
interface Bounds {
  readonly variable: string
  readonly intervals: readonly Interval[]
}

const FLIPPED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '≤': '≥', '≥': '≤', '≠': '≠' }

/** Parses `x > 2`, `1 ≤ x < 4`, `2x + 1 ≥ 0`, `x ≠ 3` to bounds of one variable; null for anything else. */
function parseInequality(tokens: readonly Token[], work: Work): Bounds | null {
  const { sides, signs } = splitRelation(tokens)
  if (signs.length === 0 || !signs.every((sign) => sign in FLIPPED)) return null
  const [left = [], middle = [], right = []] = sides
  if (sides.length === 2) return ofTwo(left, middle, { sign: signs[0] ?? '', work })
  const variable = soleName(middle)
  if (sides.length !== 3 || variable === null) return null
  const from = parseEnd(left, work)
  const to = parseEnd(right, work)
  const rising = signs.every((sign) => sign === '<' || sign === '≤')
  const falling = signs.every((sign) => sign === '>' || sign === '≥')
  if (from === null || to === null || (!rising && !falling)) return null
  const [holdsLeft, holdsRight] = signs.map((sign) => sign === '≤' || sign === '≥')
  const interval = rising
    ? { low: from, high: to, holdsLow: holdsLeft === true, holdsHigh: holdsRight === true }
    : { low: to, high: from, holdsLow: holdsRight === true, holdsHigh: holdsLeft === true }
  return interval.low.at <= interval.high.at ? { variable, intervals: [interval] } : null
}

interface Sign {
  readonly sign: string
  readonly work: Work
}

function ofTwo(left: readonly Token[], right: readonly Token[], given: Sign): Bounds | null {
  const inner = withinBars(left)
  if (inner !== null) return ofMagnitude(inner, right, given)
  const turned = withinBars(right)
  if (turned !== null) return ofMagnitude(turned, left, { ...given, sign: FLIPPED[given.sign] ?? given.sign })
  return simple(left, right, given) ?? linear([left, right], given)
}

/** |e| < c is −c < e < c, and |e| > c the rest. */
function ofMagnitude(inner: readonly Token[], size: readonly Token[], { sign, work }: Sign): Bounds | null {
  const minus: Token = { kind: 'operator', text: '-', spaced: false }
  const above = ofTwo(inner, size, { sign, work })
  const below = ofTwo(
    inner,
    [minus, { kind: 'open', text: '(', spaced: false }, ...size, { kind: 'close', text: ')', spaced: false }],
    {
      sign: FLIPPED[sign] ?? sign,
      work,
    },
  )
  if (above === null || below === null || parseEnd(size, work)?.at === undefined) return null
  if (sign === '>' || sign === '≥') return { ...above, intervals: unite([...above.intervals, ...below.intervals]) }
  return { ...above, intervals: intersect(above.intervals, below.intervals) }
}

/** The content of two bars that enclose everything; null if there is no such pair. */
function withinBars(tokens: readonly Token[]): readonly Token[] | null {
  const inner = tokens.slice(1, -1)
  const isHeld = tokens.length > 2 && tokens[0]?.text === '|' && tokens.at(-1)?.text === '|'
  return isHeld && !inner.some(({ text }) => text === '|') ? inner : null
}

/** A variable on one side, a number on the other. */
function simple(left: readonly Token[], right: readonly Token[], { sign, work }: Sign): Bounds | null {
  const named = soleName(left)
  const turned = soleName(right)
  const variable = named ?? turned
  const end = variable === null ? null : parseEnd(named === null ? left : right, work)
  if (variable === null || end === null) return null
  return { variable, intervals: beyond(end, named === null ? (FLIPPED[sign] ?? sign) : sign) }
}

/** a·x + b on the two sides together, a and b fractions. */
function linear([left, right]: readonly [readonly Token[], readonly Token[]], { sign, work }: Sign): Bounds | null {
  try {
    const difference = { kind: 'sum', terms: [parseExpression(left), negative(parseExpression(right))] } as const
    const expression = expressionOf(difference, work)
    const [variable, ...others] = variablesOf(expression)
    if (!isFlat(expression) || variable === undefined || others.length > 0 || !isLinear(expression, variable))
      return null
    const at = (value: bigint): Expression =>
      expressionOf(substitute(difference, variable, numberNode({ top: value, bottom: 1n })), work)
    const zero = asRational(at(0n))
    const one = asRational(at(1n))
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
