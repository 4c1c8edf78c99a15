import { plainDigits } from '../foreign-numbers.js'
import { LANGUAGES } from '../languages/all-languages.js'
import { letterPlace, numberPlace, OPTION_LETTERS, OPTION_NUMBERS } from './offered.js'

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

/** What makes a letter part of a word, a name or a formula. */
const GOES_ON =
  /^(?:[\p{M}\p{N}+#%°^=@]|['’‘][\p{L}]|[-‐‑/&][\p{L}\p{N}]|\.[\p{L}\p{N}]|\(|\s{0,2}=|\\(?![)\] ;,!}\\]))/u
const NEXT_WORD = /^[*_"”’]{0,2}[^\S\n]{1,3}([\p{L}\p{N}][\p{L}\p{M}\p{N}’'-]{0,24})/u
const STOP = /^(?:$|[\s)\]}>）】〕」』〉»"”’'`*_$:：,，、;；!！?？.。।؟،|…—–-]|\\[)\] ;,!}\\])/u
/** Endings of Korean and Japanese that follow a noun without a space. */
const COPULA =
  /^\s{0,2}(?:입니다|이다|이에요|예요|이며|이고|임|번|항|가 (?:정답|답|맞)|이 (?:정답|답|맞)|를 선택|을 선택|です|だ[。\s]|である|が正|が適|が答|を選)/u
const HAN_END = /^(?:[项項选選是为為正对對。，,.、；;)）】」\s]|$)/u
/** Chinese characters that may follow a letter; others make it a name, as in `B型`. */
const HAN_NEXT = /^[项項选選是为為正对對因所故和与與或及的不错錯说說也都番号號最が符]/u
const PRONOUNS = new Set(['because', 'since', 'as', 'which', 'for', 'but', 'due', 'given'])
const CONTINUING = new Set(LANGUAGES.flatMap(({ after, and }) => [...after, ...and]))

/**
 * Whether a letter is a choice's and not an article, a pronoun or the start of a word, a name or a formula, by the text
 * that follows it. `B because`, `B.` and `B입니다` are choices, `A dog`, `I think`, `E. coli`, `B12`, `A's` and `甲方` are
 * not.
 */
function standsAlone(letter: string, after: string): boolean {
  if (/[가-힣]/u.test(letter)) return COPULA.test(after) || isClosed(after)
  if (/\p{Script=Han}/u.test(letter)) return HAN_END.test(after)
  if (/[ァ-ヶㄱ-ㅎ]/u.test(letter))
    return COPULA.test(after) || !/^[\p{Script=Kana}ーㄱ-ㅎ\p{Script=Hangul}]/u.test(after)
  if (GOES_ON.test(after) || (/^\p{Script=Han}/u.test(after) && !HAN_NEXT.test(after))) return false
  const next = after.codePointAt(0)
  if (next !== undefined && /\p{L}/u.test(String.fromCodePoint(next)) && isOfOneScript(letter, after)) return false
  const word = NEXT_WORD.exec(after)?.[1]
  if (word === undefined || !isOfOneScript(letter, word)) return true
  return isContinuing(letter, word.toLowerCase())
}

/** A small letter before a word, or the pronoun, is a choice only where a reason follows. */
function isContinuing(letter: string, word: string): boolean {
  return letter === 'I' || letter === 'i' ? PRONOUNS.has(word) : CONTINUING.has(word)
}

function isClosed(after: string): boolean {
  return STOP.test(after) && !/^[^\S\n]{1,3}[\p{L}\p{N}]/u.test(after)
}

function isOfOneScript(letter: string, text: string): boolean {
  const [first = ''] = text
  return SCRIPTS.some((script) => script.test(letter) && script.test(first)) || /\p{N}/u.test(first)
}

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Bengali}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Tamil}/u,
  /\p{Script=Telugu}/u,
  /\p{Script=Gurmukhi}/u,
  /\p{Script=Gujarati}/u,
  /\p{Script=Kannada}/u,
  /\p{Script=Malayalam}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Armenian}/u,
]
