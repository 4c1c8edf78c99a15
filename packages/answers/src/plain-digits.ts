/** The zero of each run of decimal digits that texts are written with, besides ASCII's. */
const ZEROS = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6, 0x0e50, 0x0ed0,
  0x0f20, 0x1040, 0x17e0, 0x1810, 0xff10,
]
const DIGIT = /[^\P{Nd}0-9]/gu
const FOREIGN = /[^\p{ASCII}]/u
/** Signs between digits, and full-width forms of signs. */
const SIGNS = /[٫٬٪\uFF01-\uFF0F\uFF1A-\uFF5E]/gu
const ARABIC: Readonly<Record<string, string>> = { '٫': '.', '٬': ',', '٪': '%' }
const FULL_WIDTH = 0xfee0

/**
 * Writes digits of every writing as ASCII's, `٤٢`, `४२` and `４２` as 42, and the signs that go with them. Everything
 * else stays. Linear in the text's length.
 */
export function plainDigits(text: string): string {
  if (!FOREIGN.test(text)) return text
  return text
    .replaceAll(DIGIT, (digit) => String(valueOf(digit)))
    .replaceAll(SIGNS, (sign) => ARABIC[sign] ?? String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH))
}

function valueOf(digit: string): number | string {
  const code = digit.codePointAt(0) ?? 0
  const zero = ZEROS.findLast((each) => each <= code && code < each + 10)
  return zero === undefined ? digit : code - zero
}
