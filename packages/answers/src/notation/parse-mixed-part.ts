import { parseDecimal } from '../expression/rational.js'
import { type Node, numberNode } from './node.js'
import type { TokenCursor } from './token-cursor.js'

const WHOLE = /^\d+$/u

/** Parses the fraction that follows a whole number in a mixed one, `4/5` of 1 4/5 and 1\frac45; null without one. */
export function parseMixedPart(cursor: TokenCursor): Node | null {
  if (['^', '_'].includes(cursor.peek(-2)?.text ?? '')) return null
  const shape = Array.from({ length: 7 }, (_, at) => {
    const token = cursor.peek(at)
    return token?.kind === 'number' && WHOLE.test(token.text) ? '0' : (token?.text ?? '')
  })
  if (shape[0] === 'frac') return parseDigitFraction(cursor, shape)
  const isPlain = shape.slice(0, 3).join(' ') === '0 / 0' && cursor.peek()?.spaced === true
  if (!isPlain) return null
  const top = digits(cursor.take()?.text)
  cursor.skip('/')
  return { kind: 'quotient', top, bottom: digits(cursor.take()?.text) }
}

function parseDigitFraction(cursor: TokenCursor, shape: readonly string[]): Node | null {
  const inner = shape.slice(1).join(' ')
  const isSplit = inner.startsWith('0') && (cursor.peek(1)?.text.length ?? 0) > 1
  if (!isSplit && !/^(?:\{ 0 \}|0) (?:\{ 0 \}|0)/u.test(inner)) return null
  cursor.advance(1)
  const top = argument(cursor)
  return { kind: 'quotient', top, bottom: argument(cursor) }
}

function argument(cursor: TokenCursor): Node {
  if (!cursor.skip('{')) return digits(cursor.takeDigit())
  const value = digits(cursor.take()?.text)
  cursor.skip('}')
  return value
}

function digits(text = '0'): Node {
  return numberNode(parseDecimal(text))
}
