import { evaluate } from '../numeric/evaluate.js'
import { Unreadable, type Work } from '../numeric/work.js'
import { nodeKey } from './node-key.js'
import { parseExpression } from './parse-expression.js'
import type { Token } from './tokens.js'

/** An end of an interval: its spelling and its value. */
export interface End {
  readonly key: string
  readonly at: number
}

/** A stretch of the real line; one number if both ends are that number, included. */
export interface Interval {
  readonly low: End
  readonly high: End
  readonly holdsLow: boolean
  readonly holdsHigh: boolean
}

export const NEGATIVE_INFINITY: End = { key: '-\\infty', at: Number.NEGATIVE_INFINITY }
export const INFINITY: End = { key: '\\infty', at: Number.POSITIVE_INFINITY }

/** Parses a real number or an infinity as an end; null if it is neither. */
export function parseEnd(tokens: readonly Token[], work: Work): End | null {
  const text = tokens.map((token) => token.text).join('')
  if (/^\+?\\infty$/u.test(text)) return INFINITY
  if (text === '-\\infty') return NEGATIVE_INFINITY
  try {
    const node = parseExpression(tokens)
    const value = evaluate(node, () => null, work)
    return value === null || !value.im.isZero() ? null : { key: nodeKey(node, work), at: value.re.toNumber() }
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

/** The single number as an interval. */
export function pointAt(end: End): Interval {
  return { low: end, high: end, holdsLow: true, holdsHigh: true }
}

/** Everything in one or the other, as the fewest intervals in order. */
export function unite(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = []
  for (const next of intervals.toSorted((a, b) => a.low.at - b.low.at || Number(b.holdsLow) - Number(a.holdsLow))) {
    const last = joined.at(-1)
    const touches =
      last !== undefined &&
      (next.low.at < last.high.at || (next.low.at === last.high.at && (next.holdsLow || last.holdsHigh)))
    if (last === undefined || !touches) joined.push(next)
    else joined[joined.length - 1] = { ...last, ...higher(last, next) }
  }
  return joined
}

/** The intersection of two sets of intervals. */
export function intersect(one: readonly Interval[], other: readonly Interval[]): Interval[] {
  const shared = one.flatMap((a) =>
    other.map((b): Interval => {
      const low = a.low.at > b.low.at || (a.low.at === b.low.at && !a.holdsLow) ? a : b
      const high = a.high.at < b.high.at || (a.high.at === b.high.at && !a.holdsHigh) ? a : b
      return { low: low.low, holdsLow: low.holdsLow, high: high.high, holdsHigh: high.holdsHigh }
    }),
  )
  return unite(
    shared.filter(
      ({ low, high, holdsLow, holdsHigh }) => low.at < high.at || (low.at === high.at && holdsLow && holdsHigh),
    ),
  )
}

/** All real numbers that are in none of them. */
export function complement(intervals: readonly Interval[]): Interval[] {
  return intervals.reduce<Interval[]>(
    (left, { low, high, holdsLow, holdsHigh }) =>
      intersect(
        left,
        [
          { low: NEGATIVE_INFINITY, holdsLow: false, high: low, holdsHigh: !holdsLow },
          { low: high, holdsLow: !holdsHigh, high: INFINITY, holdsHigh: false },
        ].filter((each) => each.low.at < each.high.at),
      ),
    [{ low: NEGATIVE_INFINITY, holdsLow: false, high: INFINITY, holdsHigh: false }],
  )
}

/** Writes intervals as a union, in order; numbers alone as a set. */
export function intervalsKey(intervals: readonly Interval[]): string {
  if (intervals.length === 0) return '\\emptyset'
  return intervals
    .map(({ low, high, holdsLow, holdsHigh }) =>
      low.at === high.at ? `\\{${low.key}\\}` : `${holdsLow ? '[' : '('}${low.key},${high.key}${holdsHigh ? ']' : ')'}`,
    )
    .join('\\cup')
}

function higher(a: Interval, b: Interval): Pick<Interval, 'high' | 'holdsHigh'> {
  if (a.high.at === b.high.at) return { high: a.high, holdsHigh: a.holdsHigh || b.holdsHigh }
  return a.high.at > b.high.at ? a : { high: b.high, holdsHigh: b.holdsHigh }
}
