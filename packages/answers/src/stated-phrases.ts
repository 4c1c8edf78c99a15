import type { Language } from './languages/language.js'
import { lastOf } from './last-of.js'
import { statementsIn } from './statements.js'

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
export interface StatedPhrase {
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
