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
export interface WrittenNumber {
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
