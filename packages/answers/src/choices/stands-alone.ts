import { LANGUAGES } from '../languages/all-languages.js'

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
export function standsAlone(letter: string, after: string): boolean {
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
