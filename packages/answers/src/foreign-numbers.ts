const FACTORS: Readonly<Record<string, number>> = {
  백: 1e2,
  천: 1e3,
  만: 1e4,
  억: 1e8,
  百: 1e2,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  亿: 1e8,
  億: 1e8,
}
/** `3만 5천`, `1億2000万`, `3.5万`; not `3千克`, three kilograms, and its like. */
const GROUPED =
  /(?<![\d.,])\d[\d,]{0,12}(?:\.\d{1,6})?\s?[백천만억百千万萬亿億](?![克米瓦赫卡帕焦分])(?:\s?\d[\d,]{0,12}(?:\.\d{1,6})?\s?[백천만억百千万萬亿億](?![克米瓦赫卡帕焦分])){0,5}(?:\s?\d[\d,]{0,8}(?!\s?[\d.,:]))?/gu
const GROUP = /(\d[\d,]*(?:\.\d+)?)\s?([백천만억百千万萬亿億])?/gu
const HAS_GROUP = /[백천만억百千万萬亿億]/u
const HAN_DIGITS = '零一二三四五六七八九'
const HAN_NUMBER = /^[零〇一二两兩三四五六七八九十百千万萬亿億]{1,16}$/u
const LARGEST = 1e15

/** Writes numbers with Chinese and Korean words for their size in digits, `3만 5천` as 35000. Linear in the text's length. */
export function plainSizes(text: string): string {
  if (!HAS_GROUP.test(text)) return text
  return text.replaceAll(GROUPED, (written) => {
    const value = [...written.matchAll(GROUP)].reduce(
      (sum, [, digits = '', size = '']) => sum + Number(digits.replaceAll(',', '')) * (FACTORS[size] ?? 1),
      0,
    )
    return value < LARGEST ? String(Number(value.toFixed(6))) : written
  })
}

/** Parses a number written in Chinese characters alone, `四十二` as 42; null for anything else. */
export function hanNumber(text: string): string | null {
  if (!HAN_NUMBER.test(text)) return null
  let total = 0
  let section = 0
  let digit: number | null = null
  for (const character of text.replaceAll(/[两兩]/gu, '二').replaceAll('〇', '零')) {
    const size = character === '十' ? 10 : FACTORS[character]
    if (size === undefined) digit = (digit ?? 0) * (digit === null ? 1 : 10) + HAN_DIGITS.indexOf(character)
    else if (size < 1e4) [section, digit] = [section + (digit ?? 1) * size, null]
    else [total, section, digit] = [(total + section + (digit ?? 0)) * size, 0, null]
  }
  return String(total + section + (digit ?? 0))
}

/**
 * Writes a number as languages with a decimal comma write it with a point, `3,5` as 3.5 and `1.234,5` as 1234.5; groups
 * of thousands lose their points and spaces. Three digits after a single comma or point may be either, and stay, but for
 * a point before whole hundreds, `70.000`.
 */
export function pointedDecimal(text: string): string {
  return text
    .replaceAll(
      /(?<![\d.,])(\d{1,3})((?:[.\u00A0\u202F ]\d{3}){2,6}|[.\u00A0\u202F ]\d00|[\u00A0\u202F ]\d{3})(?![\d.])/gu,
      (_, head: string, groups: string) => `${head}${groups.replaceAll(/[.\s]/gu, '')}`,
    )
    .replaceAll(
      /(?<![\d.,])(\d{1,3})((?:\.\d{3})+),(\d{1,9})(?![\d,])/gu,
      (_, head: string, groups: string, rest: string) => `${head}${groups.replaceAll('.', '')}.${rest}`,
    )
    .replaceAll(/(?<![\d.,])(\d{1,15}),(\d{1,2}|\d{4,9})(?![\d,.]*\d)/gu, '$1.$2')
}

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
