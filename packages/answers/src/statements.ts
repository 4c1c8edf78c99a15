import { dropUnit } from './notation/units.js'
import { foreignMath } from './foreign-math.js'
import { afterSpace, type Keyword, KEYWORDS, keywordsIn, wordsAt, wordsBefore } from './languages/keywords.js'
import type { Language } from './languages/language.js'
import { lastOf } from './last-mentioned.js'
import { numberWord } from './number-word.js'

/** A place where a text states its answer: `answer is`, `Antwort:`, `정답은`, `the correct option is`. */
export interface Statement {
  /** Where what is stated starts. */
  readonly from: number
  readonly language: Language
  /** Whether it speaks of the answer, and not of an option, choice or letter. */
  readonly isAnswer: boolean
  /** Whether it leaves the answer open, as `might be`. */
  readonly isHedged: boolean
  /** Whether nothing links the word with what follows, as where a language has its copula last. */
  readonly isBare: boolean
  /** Whether a word for an option stands right before what is stated, so that a number counts options. */
  readonly isOfOption: boolean
}

const MOST_STATEMENTS = 48
const CLOSING = /(?:_(?:letter|choice|option|key))?[*_"'»”’)\]】」]{0,4}/uy
const COLON = /\s{0,2}(?:[:：=]|\u0983){1,2}[*_]{0,2}/uy
const STOP = /\.\s{1,2}(?=[(*]{0,2}[A-Za-z][).*\s]|[(*]{0,2}[A-Za-z]$)/uy
const DASH = /\s{1,2}(?:[-–—]{1,2}|[-=]?>|→)\s/uy
const MOST_WORDS = 4
const WRONG =
  /(?:wrong|incorrect|false|falsche[rsn]?|mauvaise|incorrecta|errada|sbagliata|неправильный|неверный|ошибочный|错误的?|錯誤的?|不正确的?|不正確な?|间违った|誤った|틀린|잘못된|오답|خاطئة|الخاطئة|गलत|błędna|verkeerde|fel|forkert|feil)[\s*_]{0,3}$/iu

/** Finds where a text states its answer, in any of the languages, in order. Linear in the text's length. */
export function statementsIn(text: string): Statement[] {
  return keywordsIn(text, KEYWORDS.nouns, MOST_STATEMENTS).flatMap((keyword) => {
    if (WRONG.test(text.slice(Math.max(0, keyword.start - 24), keyword.start))) return []
    const [first] = keyword.languages.flatMap((language) => statementOf(text, keyword, language) ?? [])
    return first === undefined ? [] : [first]
  })
}

function statementOf(text: string, { start, end }: Keyword, language: Language): Statement | null {
  const noun = text.slice(start, end).toLowerCase()
  const isAnswer = language.answer.includes(noun)
  const needsColon = language.answer.includes(`${noun}:`)
  CLOSING.lastIndex = end
  const closing = CLOSING.exec(text)?.[0] ?? ''
  const closed = end + closing.length
  const qualified = afterQualifiers(text, closed, language)
  const isBracketed = /[】\]]/u.test(closing) && '【['.includes(text[start - 1] ?? ' ')
  const isLast = isAnswer && wordsBefore(text, start, language.is, language)
  const link =
    linkAt(text, qualified, language) ??
    (isBracketed ? { ...UNLINKED, from: closed, isColon: true } : null) ??
    (isLast ? { ...UNLINKED, from: closed, isBare: true } : null)
  if (link === null || (needsColon && !link.isColon)) return null
  const isRight = qualified > closed || wordsBefore(text, start, language.right, language)
  if (!isAnswer && !needsColon && !isRight && !link.isColon) return null
  if (link.isBare && !isRight && !isAnswer) return null
  return { ...link, ...skipWords(text, link.from, language), language, isAnswer: isAnswer || needsColon }
}

/** Past words as `correct` after the noun, past `to the question`, and past `, therefore,`. */
function afterQualifiers(text: string, from: number, language: Language): number {
  const question = QUESTION.exec(text.slice(from, from + 48))
  let at = from + (question?.[0].length ?? 0)
  for (let word = 0; word < 2; word += 1) {
    const next = wordsAt(text, afterSpace(text, at), language.right, language)
    if (next === null) break
    at = next
  }
  const aside = text[at] === ',' ? wordsAt(text, afterSpace(text, at + 1), language.so, language) : null
  return aside !== null && text[aside] === ',' ? aside + 1 : at
}

const QUESTION = /^ to (?:the|this|your) [a-z ]{1,30}?(?= is| are|:| would| must| should)/u

interface Link {
  readonly from: number
  readonly isColon: boolean
  readonly isHedged: boolean
  readonly isBare: boolean
}

const UNLINKED = { isColon: false, isHedged: false, isBare: false }
/** `is not 10 but`, which sets the answer right. */
const NOT_BUT =
  /\s{0,2}(?:并?不是[^。\n]{1,40}?而是|is not [^.\n]{1,40}?,? but (?:rather )?|ist nicht [^.\n]{1,40}?, sondern |no es [^.\n]{1,40}?, sino |n['’]est pas [^.\n]{1,40}?,? mais )/uy

function linkAt(text: string, at: number, language: Language): Link | null {
  const plain = UNLINKED
  const corrected = patternEnd(NOT_BUT, text, at)
  if (corrected !== null) return { ...plain, from: corrected }
  const spaced = afterSpace(text, at)
  for (const [words, isHedged] of [
    [language.maybe, true],
    [language.is, false],
  ] as const) {
    const from = wordsAt(text, spaced, words, language)
    if (from === null) continue
    return { ...plain, from: patternEnd(COLON, text, from) ?? from, isHedged }
  }
  const colon = patternEnd(COLON, text, at)
  if (colon !== null) return { ...plain, from: colon, isColon: true }
  // `Ans. C` and the like.
  const stop = text.slice(at - 3, at).toLowerCase() === 'ans' ? patternEnd(STOP, text, at) : null
  const dash = stop ?? patternEnd(DASH, text, at)
  if (dash !== null) return { ...plain, from: dash }
  return language.bare && /^[\s(①-⑳*]/u.test(text.slice(at, at + 1)) ? { ...plain, from: at, isBare: true } : null
}

function patternEnd(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

/** Past words without weight; the last of them stays if nothing else follows. */
function skipWords(text: string, from: number, language: Language): Pick<Statement, 'from' | 'isOfOption'> {
  let at = from
  let isOfOption = false
  for (let word = 0; word < MOST_WORDS; word += 1) {
    const start = afterSpace(text, at)
    const option = wordsAt(text, start, language.option, language)
    const next =
      option ?? wordsAt(text, start, language.between, language) ?? wordsAt(text, start, language.right, language)
    if (next === null) break
    const isLast = /^[\s.,:;*"')。]{0,4}$/u.test(text.slice(next, next + 5))
    if (isLast && next - start === 1) break
    isOfOption = option !== null
    at = text[next] === ',' ? next + 1 : next
  }
  return { from: at, isOfOption }
}

/** Phrases that introduce an answer; `is` may be bold, and the question's subject may stand in between. */
const STATED =
  /(?<![A-Za-z])answer(?:s)?(?: to (?:the|this|your) [a-z ]{1,30})?[*_]{0,2}\s?(?:is|are|would be|will be|must be|should be|equals|=|:)(?=[\s:*$\\(["'“]|$)/giu
const LONGEST = 240
/** A full stop that ends the sentence, not a decimal point or an abbreviation's. */
const SENTENCE_END = /(?<!\b[A-Za-z])[.!?](?=\s|$|["'”*)])|\n/u
/** In languages that end a sentence with other marks, or write an ordinal with a full stop. */
const FOREIGN_END = /(?<!\b\p{L})[.!?](?=\s|$|["'”*)])|[。！？।؟۔…]|\n/u
const OPENING = /^[\s:*_]{1,8}/u
const MOST_STATED = 16

/** What a response states as its answer. */
interface StatedPhrase {
  readonly phrase: string
  /** Null if it is English. */
  readonly language: Language | null
  readonly isBare: boolean
}

/**
 * Finds what a response states as its answer, `answer is …`, `Antwort: …`, `정답은 …`, the last first: each up to its
 * sentence's end.
 */
export function statedPhrases(text: string): StatedPhrase[] {
  const english = lastOf(text.matchAll(STATED), MOST_STATED).map((match) => ({
    from: match.index + match[0].length,
    language: null,
    isBare: false,
  }))
  const others = statementsIn(text).filter(({ isAnswer, language }) => isAnswer && language.code !== 'en')
  return [...english, ...others]
    .toSorted((a, b) => a.from - b.from)
    .slice(-MOST_STATED)
    .toReversed()
    .flatMap(({ from, language, isBare }) => {
      const line = ` ${text.slice(from, from + LONGEST)}`.replace(OPENING, '')
      const end = (language === null ? SENTENCE_END : FOREIGN_END).exec(line)
      const isCut = end === null && from + LONGEST < text.length
      const phrase = (end === null ? line : line.slice(0, end.index)).replaceAll('**', '').trim()
      return isCut || phrase === '' ? [] : [{ phrase, language, isBare }]
    })
}

const LEAD =
  /^(?:(?:therefore|thus|then|now|simply|just|indeed|clearly|given by|equal to|approximately|approx\.?|about|around|roughly|exactly|nearly)[,:]? )+/iu
const COMMANDS = /\\[a-zA-Z]+/gu
const SET_IN_TYPE = /^(?:\$\$?([^$]{1,200})\$\$?|\\\((.{1,200}?)\\\)|\\\[(.{1,200}?)\\\])/su
/** A number with what may belong to it, followed by words. */
const NUMBER = /^(?:[-−–+]?[$€£]?|[$€£]?[-−–+]?)\d[\d,]*(?:\.\d+)?(?:\s?[%°]|\s\d+\/\d+|\/\d+)?(?=[\s,;:)]|$)/u
const WORD = /^[A-Za-z]{2,20}$/u
const NO_ANSWER = /^(?:not|no answer|unknown|because|the|that|this|as|in|found|given|therefore|correct|wrong)$/iu

/**
 * Finds the mathematics that a response states last as its answer, without the words around it, and the language that
 * states it; null if it states none.
 */
export function statedMath(text: string): { readonly answer: string; readonly language: string } | null {
  for (const { phrase, language, isBare } of statedPhrases(text)) {
    const answer = language === null ? mathOf(phrase.replace(LEAD, '')) : foreignMath(phrase, language, isBare)
    if (answer !== null) return { answer, language: language?.code ?? 'en' }
  }
  return null
}

/** The mathematics a phrase starts with or consists of: a formula, a number and what it counts, or a single word. */
export function mathOf(phrase: string): string | null {
  const bare = dropUnit(phrase).trim()
  if (bare !== '' && !holdsWords(bare)) return bare
  if (numberWord(bare) !== null) return bare
  const formula = SET_IN_TYPE.exec(phrase)
  if (formula !== null) return formula[0]
  const number = NUMBER.exec(phrase)
  if (number !== null)
    return /^[\s,]{0,2}(?:and|or|to|times|remainder|[+*/^=])/u.test(phrase.slice(number[0].length)) ? null : number[0]
  return WORD.test(bare) && !NO_ANSWER.test(bare) ? bare : null
}

function holdsWords(text: string): boolean {
  return /[a-zA-Z]{2}/u.test(
    text.replaceAll(COMMANDS, '').replaceAll(/\b(?:and|or|pi|sqrt|ln|log|sin|cos|tan)\b/gu, ''),
  )
}
