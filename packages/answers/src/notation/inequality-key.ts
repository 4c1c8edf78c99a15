import { expressionKey, scale } from '../expression/expression.js'
import { expressionOf } from '../expression/expression-of.js'
import { isFlat } from '../expression/is-flat.js'
import { asTerm } from '../expression/multiply.js'
import { MINUS_ONE, rational } from '../expression/rational.js'
import type { Work } from '../numeric/work.js'
import { negative, type Node } from './node.js'

const FLIPPED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '≤': '≥', '≥': '≤', '≠': '≠' }

/**
 * Returns the key of an inequality of several variables, brought to one side and divided by what its terms share; null
 * if it has no such form.
 */
export function inequalityKey(left: Node, right: Node, sign: string, work: Work): string | null {
  const difference = expressionOf({ kind: 'sum', terms: [left, negative(right)] }, work)
  if (!isFlat(difference) || difference.size < 2) return null
  const { coefficient } = asTerm(difference)
  const size = coefficient.top < 0n ? { top: -coefficient.top, bottom: coefficient.bottom } : coefficient
  const divided = scale(difference, rational(size.bottom, size.top))
  if (coefficient.top > 0n) return `${expressionKey(divided)}${sign}0`
  return `${expressionKey(scale(divided, MINUS_ONE))}${FLIPPED[sign] ?? sign}0`
}
