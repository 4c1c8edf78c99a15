import { plainDigits } from '../plain-digits.js'
import { letterPlace, numberPlace, OPTION_LETTERS, OPTION_NUMBERS } from './option-alphabets.js'
import { standsAlone } from './stands-alone.js'

/** A choice named in a text. */
export interface NamedOption {
  /** From 0. */
  readonly place: number
  /** Where the text goes on after it. */
  readonly end: number
  /** `digit` may be a mere number, `number` is an enclosed or counted one. */
  readonly by: 'letter' | 'number' | 'digit'
  readonly isEnclosed: boolean
}

const OPENING = /(?:[\s:：*_$`"'“”‘’«„「『【〔[({（<＜〈=]|\\[([]|\\(?:text|mathrm|mathbf|textbf|boxed)\s?\{){0,12}/uy
const OPEN_BRACKET = /[[({（【〔<＜〈「『]\s?[*_$]{0,2}$/u
const CLOSE_BRACKET = /^[*_$\s]{0,3}[\])}）】〕>＞〉」』]/u
const CLASS = [...OPTION_LETTERS.filter((letter) => [...letter].length === 1), ...OPTION_NUMBERS].join('')
const WORDS = OPTION_LETTERS.filter((letter) => [...letter].length > 1).join('|')
const SYMBOL = new RegExp(`(?:${WORDS}|[${CLASS}a-zа-яα-ωա-ֆ])\\uFE0F?`, 'uy')
const DIGITS = /\p{Nd}{1,2}(?![\p{Nd}.,:/^]{0,1}\p{Nd}|\s?[-+*/^=×%°])/uy
const COUNTED = /^\s?(?:번|番|号|號|項|项)/u
const ORDINAL =
  /(?:the )?(first|second|third|fourth|fifth|sixth|1st|2nd|3rd|4th|5th|6th) (?:option|choice|answer|one|alternative)\b/iuy
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
const HAN_ORDINAL = /第\s?([一二三四五六七八1-8])\s?(?:项|項|个|個|选项|選項)/uy
const HAN = '一二三四五六七八'

/**
 * Reads the choice that a text names at a place, `B`, `(b)`, `**ㄴ**`, `②`, `2번` or `the second option`, past what opens
 * it; null if there is none, or if what looks as one goes on as a word, a formula or a name.
 */
export function optionAt(text: string, at: number): NamedOption | null {
  OPENING.lastIndex = at
  const opening = OPENING.exec(text)?.[0] ?? ''
  const start = at + opening.length
  return ordinalAt(text, start) ?? letterAt(text, start, opening) ?? digitAt(text, start, opening)
}

function letterAt(text: string, start: number, opening: string): NamedOption | null {
  SYMBOL.lastIndex = start
  const written = SYMBOL.exec(text)?.[0]
  if (written === undefined) return null
  const letter = written.replace('\uFE0F', '')
  const end = start + written.length
  const number = numberPlace(letter)
  if (number !== null) return { place: number, end, by: 'number', isEnclosed: true }
  const place = letterPlace(letter, writesLatin(text))
  const isEnclosed = isWithin(opening, text.slice(end, end + 8))
  const isCutOff = !isEnclosed && end === text.length && OPEN_BRACKET.test(opening)
  if (place === null || isCutOff || !(isEnclosed || standsAlone(letter, text.slice(end, end + 48)))) return null
  return { place, end, by: 'letter', isEnclosed }
}

function digitAt(text: string, start: number, opening: string): NamedOption | null {
  DIGITS.lastIndex = start
  const written = DIGITS.exec(text)?.[0]
  if (written === undefined) return null
  const end = start + written.length
  const counted = COUNTED.exec(text.slice(end, end + 4))?.[0]
  const place = Number(plainDigits(written)) - 1
  const isEnclosed = isWithin(opening, text.slice(end, end + 8))
  if (counted !== undefined) return { place, end: end + counted.length, by: 'number', isEnclosed }
  // What is set as mathematics is a number.
  return opening.includes('$') ? null : { place, end, by: 'digit', isEnclosed }
}

function ordinalAt(text: string, start: number): NamedOption | null {
  ORDINAL.lastIndex = start
  HAN_ORDINAL.lastIndex = start
  const english = ORDINAL.exec(text)
  const han = HAN_ORDINAL.exec(text)
  const [written, word = ''] = english ?? han ?? []
  if (written === undefined) return null
  const digit = /\d/u.exec(word)?.[0]
  const place =
    digit === undefined ? Math.max(ORDINALS.indexOf(word.toLowerCase()), HAN.indexOf(word)) : Number(digit) - 1
  return { place, end: start + written.length, by: 'number', isEnclosed: false }
}

function isWithin(opening: string, after: string): boolean {
  return OPEN_BRACKET.test(opening) && CLOSE_BRACKET.test(after)
}

/** Whether a text letters its choices in Latin, so that a Cyrillic В is meant as B. */
function writesLatin(text: string): boolean {
  return /(?<![\p{L}\p{N}])[BCD][).:]/u.test(text) && !/(?<!\p{L})[БГД][).:]/u.test(text)
}
