import { addRationals, multiplyRationals, parseDecimal, type Rational, rational } from '../expression/rational.js'
import { type Node, numberNode } from './node.js'
import type { TokenCursor } from './tokens.js'

const NUMBER = /\d+/uy
/** Groups of three that a comma or a LaTeX space divides; a bare comma does so only outside brackets. */
const GROUP = /(?:\{,\}|(?:\\!\s{0,4})?,\s{0,2}\\!\s{0,4}|\\[,!;]\s{0,2})\d{3}(?!\d)/uy
const BARE_GROUP = /,\d{3}(?!\d)/uy
/** As in 1 000; a fraction after a space makes a mixed number. */
const SPACED_GROUP = /[ ~\u00a0\u202f\u2009]\d{3}(?![\d/.])/uy
const REPEATING = /\.(\d{0,20})\\(?:overline|bar|dot)\s{0,2}(?:\{\s{0,2}(\d{1,20})\s{0,2}\}|(\d))/uy
const DECIMALS = /\.\d+/uy
const EXPONENT = /[eE]([+-]?\d{1,3})(?![\d.])/uy

/** A number in digits: 1200, 0.5, .5, `0.1(6)` for 0.1666…; its power of ten, as in 1.5e3, is separate. */
interface WrittenNumber {
  readonly digits: string
  readonly exponent: string | null
  readonly end: number
}

/** Parses a number at a position of a text; null if there is none. Within brackets a comma separates members. */
export function parseNumber(text: string, at: number, isBracketed: boolean): WrittenNumber | null {
  const reader = new PatternReader(text, at)
  const whole = reader.take(NUMBER)?.[0]
  if (whole === undefined) {
    const part = reader.take(DECIMALS)?.[0]
    return part === undefined ? null : { digits: part, exponent: null, end: reader.at }
  }
  const digits = whole + groups(whole, reader, isBracketed)
  const [repeating, before = '', group, digit = ''] = reader.take(REPEATING) ?? []
  if (repeating !== undefined)
    return { digits: `${digits}.${before}(${group ?? digit})`, exponent: null, end: reader.at }
  const part = reader.take(DECIMALS)?.[0] ?? ''
  const exponent = reader.take(EXPONENT)?.[1] ?? null
  return { digits: digits + part, exponent, end: reader.at }
}

function groups(first: string, reader: PatternReader, isBracketed: boolean): string {
  let digits = ''
  while (first.length <= 3) {
    const bare = isBracketed ? null : reader.take(BARE_GROUP)
    const group = bare ?? reader.take(GROUP) ?? (first.startsWith('0') ? null : reader.take(SPACED_GROUP))
    if (group === null) break
    digits += group[0].slice(-3)
  }
  return digits
}

class PatternReader {
  constructor(
    readonly text: string,
    public at: number,
  ) {}

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text)
    if (match !== null) this.at += match[0].length
    return match
  }
}

/** Parses a repeating decimal, written `0.1(6)` for 0.1666…. */
export function repeatingDecimal(text: string): Rational {
  const [before = '', repeated = ''] = text.replace(')', '').split('(')
  const places = before.split('.')[1]?.length ?? 0
  const tail = rational(BigInt(repeated), 10n ** BigInt(repeated.length) - 1n)
  return addRationals(parseDecimal(before), multiplyRationals(tail, rational(1n, 10n ** BigInt(places))))
}

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
