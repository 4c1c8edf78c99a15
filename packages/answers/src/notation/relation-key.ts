import type { Work } from '../numeric/work.js'
import { equationKey } from './equation-key.js'
import { inequalityKey } from './inequality-key.js'
import { parseExpression } from './parse-expression.js'
import { splitRelation } from './split-relation.js'
import type { Token } from './token.js'

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
