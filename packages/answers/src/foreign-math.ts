import { hanNumber, plainDigits, plainSizes, pointedDecimal } from './foreign-numbers.js'
import { LANGUAGES } from './languages/all-languages.js'
import type { Language } from './languages/language.js'

const SIGN = '[-+−–±]?'
const MONEY = '[$€£¥₩₹₽￥฿]?'
const UNIT = '(?:\\s?[%°])?'
/** A number, a fraction or a power of one, with its sign and currency. */
const NUMBER = new RegExp(
  `^(?:${SIGN}\\s?${MONEY}|${MONEY}${SIGN})\\d[\\d,]*(?:\\.\\d+)?(?:\\s?/\\s?\\d+(?:\\.\\d+)?|\\s\\d+/\\d+|\\^\\{?\\d+\\}?)?${UNIT}`,
  'u',
)
const FORMULA = /^(?:\$\$?[^$]{1,200}\$\$?|\\\((?:(?!\\[()]).){1,200}\\\)|\\\[(?:(?!\\[[\]]).){1,200}\\\])/su
/** A chain of equations and whatever computes. */
const CHAIN =
  /^(?:[a-zA-Z](?:_\{?\d\}?)?\s?[=:]\s?)?[-+−\d(][-+−\d.,\s()*/×÷·^%$€£¥₩]{0,80}(?:=\s{0,2}[-+−$€£¥₩\d(][-+−\d.,\s()*/×÷·^%]{0,80}){0,8}/u
const TOKEN =
  /\$\$?[^$]{1,200}\$\$?|\\\((?:(?!\\[()]).){1,200}\\\)|(?<![\d.,\p{Script=Latin}])[-−]?[$€£¥₩₹]?\d[\d,]*(?:\.\d+)?(?:\s?\/\s?\d+)?%?/gu
const AND = [...new Set(LANGUAGES.flatMap(({ and }) => and))].toSorted((a, b) => b.length - a.length).join('|')
const JOINED = new RegExp(
  `^\\s{0,2}(?:[,、،;]|(?:${AND})(?![\\p{Script=Latin}\\p{Script=Cyrillic}]))\\s{0,2}(?:(?:${AND})\\s)?(?=[-−+]?[$\\\\\\d])`,
  'u',
)
const MOST_JOINED = 8
/** What is set right: `not 10 but`. */
const SET_RIGHT =
  /^.{0,60}?(?:아니라|아니고|ではなく|じゃなくて|而是|ليست? \S{1,20} بل|नहीं,? बल्कि|, ?sondern| sondern|, ?sino| sino|, ?mais| bensì|, ?bensì|, а | değil,? )\s{0,2}/u
const HEAD_FINAL = new Set([
  'ko',
  'ja',
  'hi',
  'bn',
  'ta',
  'te',
  'tr',
  'fa',
  'ur',
  'ml',
  'kn',
  'gu',
  'pa',
  'si',
  'am',
  'kk',
])

/**
 * Finds the mathematics in what a text states as its answer in another language than English: the number, the formula or
 * the list that it starts with, else the only one that it names, else the last one where the language has its verb last.
 * `isBare` takes only what it starts with. Digits and decimals are written as ASCII has them; null if there is none.
 */
export function foreignMath(written: string, language: Language, isBare: boolean): string | null {
  const plain = plainSizes(plainDigits(written.replace(SET_RIGHT, '')))
  const phrase = (language.comma ? pointedDecimal(plain) : plain).replaceAll(/\*\*|__/gu, '').trim()
  const numeral = hanNumber(phrase.replace(/(?:[个個人只元天次円本枚つ。.]|です|である){0,2}$/u, ''))
  const [first, rest] = headOf(phrase)
  if (first !== null) return [first, ...joined(rest)].join(', ')
  if (numeral !== null) return numeral
  if (isBare) return null
  const named = [...phrase.replaceAll(/[(（][^()（）]{0,120}[)）]/gu, ' ').matchAll(TOKEN)].map(([token]) =>
    trimmed(token),
  )
  if (named.length > 1 && !HEAD_FINAL.has(language.code)) return null
  return named.at(-1) ?? null
}

/** The mathematics at the start of a phrase, and what follows it. */
function headOf(phrase: string): readonly [string | null, string] {
  const formula = FORMULA.exec(phrase)?.[0]
  if (formula !== undefined) return [formula, phrase.slice(formula.length)]
  const chain = CHAIN.exec(phrase)?.[0] ?? ''
  const side = chain.slice(chain.lastIndexOf('=') + 1)
  if (/[=+*/×÷·^(]|\d\s?[-−]\s?\d/u.test(chain) && /\d/u.test(side)) {
    const value = trimmed(side.replace(/[-+*/×÷·^(,\s]{1,8}$/u, ''))
    return [value, '']
  }
  const number = NUMBER.exec(phrase)?.[0]
  return number === undefined ? [null, ''] : [trimmed(number), phrase.slice(trimmed(number).length)]
}

function joined(rest: string): string[] {
  const members: string[] = []
  let left = rest
  while (members.length < MOST_JOINED) {
    const link = JOINED.exec(left.replace(/^(?:개|명|个|個|人|つ|円|원|元){1}(?=[와과と和,、])/u, ''))
    if (link === null) break
    const [next, after] = headOf(left.slice(link[0].length))
    if (next === null) break
    members.push(next)
    left = after
  }
  return members
}

function trimmed(text: string): string {
  return text.trim().replace(/[.,]{1,8}$/u, '')
}
