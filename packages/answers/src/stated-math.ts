import { dropUnit } from './drop-unit.js'
import { foreignMath } from './foreign-math.js'
import { numberWord } from './number-word.js'
import { statedPhrases } from './stated-phrases.js'

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
