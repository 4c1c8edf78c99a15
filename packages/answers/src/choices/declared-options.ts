import { LANGUAGES } from '../languages/all-languages.js'
import { lastOf } from '../last-mentioned.js'
import { afterSpace, KEYWORDS, keywordsIn, wordsAt, wordsBefore } from '../languages/keywords.js'
import { type NamedOption, optionAt } from './option-at.js'
import { namesAnother } from './stated-option.js'

/** A choice that a response declares for in other words than `the answer is`. */
export interface DeclaredOption {
  readonly option: NamedOption
  readonly at: number
  readonly language: string | undefined
}

const MOST_KEYWORDS = 32
const END_OF_LINE = /^(?:[)\]*_"”」』`$.!。！}]|\\[)\]}]|です|である){0,4}\s{0,4}(?:\n|$)/u
const END_OF_SENTENCE = /^[)\]*_"”」』`$]{0,3}[.!。！]/u
const END_OF_TEXT = /^[)\]*_"”」』`$.!。！}]{0,4}\s{0,8}$/u
const NEGATED =
  /^(?:\s?(?:아니|아닙|아님)|\s?(?:では|じゃ)?な[いく]|とは(?:言え|いえ)|\s?(?:değil|নয়|नहीं))|^[^\n.]{0,4}\?/u
/** `it is B` and `which leaves B`, at the very end. */
const LEAVES =
  /(?<![\p{L}\p{N}])(?:it|that|this|which) (?:is|must be|has to be|would be|should be)(?: therefore| thus| clearly| definitely)?(?= )|(?<![\p{L}\p{N}])(?:it|that)['’]s(?= )|(?<![\p{L}\p{N}])(?:leaving|leaves|leaves us with|leaving us with|leaving only|leaves only|must be)(?: us with| only)?(?= )/giu
const ARROW = /(?:^|\n)\s{0,4}(?:⇒|=>|→|∴)\s{0,2}(?=\S)/gu
const OPTION_WORDS = LANGUAGES.flatMap(({ option }) => option)
/** Words that may stand right before a choice which is then said to be correct. */
const LEADING = new Set(
  [
    ...LANGUAGES.flatMap(({ option, so, and, between }) => [...option, ...so, ...and, ...between]),
    ...'that but believe think conclude say guess only answer while whereas however because dass daß que che и что но aber mais pero ist est es è'.split(
      ' ',
    ),
  ].flatMap((words) => words.split(' ').slice(-1)),
)

/** Finds what a response chooses, calls correct or concludes with, `I choose B`, `B is correct`, `Therefore, B.` */
export function declaredOptions(text: string): DeclaredOption[] {
  return [...chosen(text), ...calledCorrect(text), ...concluded(text)].filter(
    ({ option, at }) => !namesAnother(text, option) && at >= 0,
  )
}

function chosen(text: string): DeclaredOption[] {
  return keywordsIn(text, KEYWORDS.choose, MOST_KEYWORDS).flatMap(({ start, end, languages }) =>
    languages.slice(0, 1).flatMap((language) => {
      if (language.subject.length > 0 && !wordsBefore(text, start, language.subject, language)) return []
      if (/(?:not|n[’']t|不|未|nicht|pas|no)\s{0,2}$/iu.test(text.slice(Math.max(0, start - 6), start))) return []
      const option = optionAt(text, past(text, end, [...language.between, ...language.option], language))
      if (option === null || (option.by === 'digit' && !language.spaced)) return []
      return option.by === 'digit' ? [] : [{ option, at: start, language: language.code }]
    }),
  )
}

function past(text: string, from: number, words: readonly string[], language: (typeof LANGUAGES)[number]): number {
  let at = from
  for (let word = 0; word < 3; word += 1) {
    const next = wordsAt(text, afterSpace(text, at), words, language)
    if (next === null) break
    at = next
  }
  return at
}

/** A choice right before `is correct`, alone in its clause. */
const BEFORE =
  /(?<=^|[\s(（"“「『【[*_`:：,，、;；.。—–-])([(（[【「*_"“`]{0,4})(\p{L}|[①-⑳Ⓐ-ⓩ]|\p{Nd}{1,2}|(?:the )?(?:first|second|third|fourth|fifth) (?:option|choice|answer|one))([)）\]】」*_"”`.:]{0,4})(?:\s{0,2}(?:选项|選項|项|項|选择|번|番|号|şıkkı|seçeneği))?\s{0,2}$/iu

function calledCorrect(text: string): DeclaredOption[] {
  return keywordsIn(text, KEYWORDS.correct, MOST_KEYWORDS).flatMap(({ start, end, languages }) => {
    const [language] = languages
    const from = Math.max(0, start - 40)
    const match = BEFORE.exec(text.slice(from, start))
    if (language === undefined || match === null || NEGATED.test(text.slice(end, end + 12))) return []
    const at = from + match.index
    const option = optionAt(text, at)
    if (option === null || option.end > start || (option.by === 'digit' && !isOption(text, at))) return []
    const isSmall = /^[a-zа-я]$/u.test(match[2] ?? '') && !option.isEnclosed
    return isSmall || !leadsAlone(text, at) ? [] : [{ option, at, language: language.code }]
  })
}

/** Whether what precedes a choice lets it stand for itself: not `Vitamin B is correct`. */
function leadsAlone(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 32), at)
  if (/(?<!\p{L})(?:Mrs?|Ms|Dr|St|Prof|No|Fig|Sr|Jr|Hr|vs|Nr|Mme?)\.\s{0,3}$/u.test(before)) return false
  if (/(?:^|[\n.:;,!?。，、：；！？)）(（"“「*—–])\s{0,3}$/u.test(before)) return true
  const word = /([\p{L}\p{M}'’-]{1,24})\s{1,3}$/u.exec(before)?.[1]
  if (word === undefined)
    return /[\p{Script=Han}\p{Script=Hangul}\p{Script=Kana}ー]\s?$/u.test(before) || before.trim() === ''
  return LEADING.has(word.toLowerCase())
}

function isOption(text: string, at: number): boolean {
  const before = text
    .slice(Math.max(0, at - 24), at)
    .toLowerCase()
    .trimEnd()
  return OPTION_WORDS.some((word) => before.endsWith(word))
}

function concluded(text: string): DeclaredOption[] {
  const so = keywordsIn(text, KEYWORDS.so, MOST_KEYWORDS).flatMap(({ start, end, languages }) =>
    languages.slice(0, 1).map((language) => {
      const comma = /^\s{0,2}[,，、:：]?\s{0,2}/u.exec(text.slice(end, end + 6))?.[0].length ?? 0
      const from = past(text, end + comma, [...language.between, ...language.option], language)
      const isFirst = /(?:^|[.!?。！？:：\n])[\s*]{0,4}$/u.test(text.slice(Math.max(0, start - 6), start))
      return { at: start, from, language: language.code, ending: isFirst ? END_OF_LINE : END_OF_SENTENCE }
    }),
  )
  const leaves = lastOf(text.matchAll(LEAVES), MOST_KEYWORDS).map((match) => ({
    at: match.index,
    from: past(text, match.index + match[0].length, ['the', 'option', 'choice', 'answer', 'letter'], ENGLISH),
    language: 'en',
    ending: END_OF_TEXT,
  }))
  const arrows = lastOf(text.matchAll(ARROW), MOST_KEYWORDS).map((match) => ({
    at: match.index,
    from: match.index + match[0].length,
    language: undefined,
    ending: END_OF_LINE,
  }))
  return [...so, ...leaves, ...arrows].flatMap(({ at, from, language, ending }) => {
    const option = optionAt(text, from)
    if (option === null || option.by === 'digit') return []
    const isAlone = ending.test(text.slice(option.end, option.end + 16))
    const isSmall = /[a-z]/u.test(text.slice(option.end - 1, option.end)) && !option.isEnclosed
    return isAlone && !isSmall ? [{ option, at, language }] : []
  })
}

const ENGLISH = LANGUAGES[0] as (typeof LANGUAGES)[number]
