import type { Work } from '../numeric/work.js'
import { complement, type Interval, intersect, pointAt, parseEnd, unite } from './interval.js'
import { parseInequality } from './parse-inequality.js'
import { splitTokens, withinBrackets } from './split-tokens.js'
import type { Token } from './token.js'
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
