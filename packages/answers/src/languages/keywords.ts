import { lastOf } from '../last-mentioned.js'
import { LANGUAGES } from './all-languages.js'
import type { Language } from './language.js'

/** A word that a text holds, with the languages that have it. */
export interface Keyword {
  readonly start: number
  readonly end: number
  readonly languages: readonly Language[]
}

interface Finder {
  readonly latin: RegExp
  readonly others: RegExp
  readonly languagesOf: ReadonlyMap<string, readonly Language[]>
}

const LETTER = /[\p{L}\p{M}\p{N}]/u
const FOREIGN = /[^\p{Script=Latin}\p{ASCII}]/u
const LATIN = /^\p{Script=Latin}/u

/** What an answer or a choice is called, `choose`, `is correct` and `therefore`, in every language. */
export const KEYWORDS = {
  nouns: finderOf(({ answer, option }) => [...answer, ...option]),
  choose: finderOf(({ choose }) => choose),
  correct: finderOf(({ correct }) => correct),
  so: finderOf(({ so }) => so),
}

/** The places in a text of one kind of keyword, in order; at most the last `most`. */
export function keywordsIn(text: string, { latin, others, languagesOf }: Finder, most: number): Keyword[] {
  return (FOREIGN.test(text) ? [latin, others] : [latin])
    .flatMap((finder) => lastOf(keywordsOf(text, finder, languagesOf), most))
    .toSorted((a, b) => a.start - b.start)
    .slice(-most)
}

function* keywordsOf(text: string, finder: RegExp, languagesOf: Finder['languagesOf']): Iterable<Keyword> {
  for (const match of text.matchAll(finder)) {
    const [word] = match
    const start = match.index
    const end = start + word.length
    const languages = languagesAt(text, start, end, languagesOf.get(word.toLowerCase()) ?? [])
    if (languages.length > 0) yield { start, end, languages }
  }
}

/** The languages whose words may stand there: those written with spaces have no letter beside a word. */
function languagesAt(text: string, start: number, end: number, languages: readonly Language[]): readonly Language[] {
  const isInWord = LETTER.test(text[start - 1] ?? '') || LETTER.test(text[end] ?? '')
  return isInWord ? languages.filter(({ spaced }) => !spaced) : languages
}

function finderOf(wordsOf: (language: Language) => readonly string[]): Finder {
  const languagesOf = new Map<string, Language[]>()
  for (const language of LANGUAGES) {
    for (const word of wordsOf(language)) {
      const bare = withoutColon(word)
      languagesOf.set(bare, [...(languagesOf.get(bare) ?? []), language])
    }
  }
  const words = [...languagesOf.keys()]
  return {
    latin: new RegExp(oneOf(words.filter((word) => LATIN.test(word))), 'gu'),
    others: new RegExp(oneOf(words.filter((word) => !LATIN.test(word))), 'gu'),
    languagesOf,
  }
}

/** Words that only a colon may follow are listed with it. */
function withoutColon(word: string): string {
  return word.replace(/:$/u, '')
}

/** Words in small letters, with a capital, and in capitals, which is read many times faster than in any case. */
function oneOf(words: readonly string[]): string {
  const cases = words.flatMap((word) => [word, `${word.charAt(0).toUpperCase()}${word.slice(1)}`, word.toUpperCase()])
  return [...new Set(cases)]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`))
    .join('|')
}

const SPACE = /[^\S\n]{1,3}/uy
const LONGEST_WORD = 32

/** Where the text goes on after white space within a line, at most three characters of it. */
export function afterSpace(text: string, at: number): number {
  SPACE.lastIndex = at
  return at + (SPACE.exec(text)?.[0].length ?? 0)
}

/** Where the text goes on after the longest of the words that stands at a place; null if none does. */
export function wordsAt(text: string, at: number, words: readonly string[], language: Language): number | null {
  if (words.length === 0) return null
  const here = text.slice(at, at + LONGEST_WORD).toLowerCase()
  const word = words.find((each) => here.startsWith(each) && (!language.spaced || isEnd(here, each)))
  return word === undefined ? null : at + word.length
}

/** Whether one of the words ends right before a place, white space aside. */
export function wordsBefore(text: string, at: number, words: readonly string[], language: Language): boolean {
  if (words.length === 0) return false
  const before = text
    .slice(Math.max(0, at - LONGEST_WORD), at)
    .toLowerCase()
    .replace(/[\s*_"“]{1,4}$/u, '')
  return words.some(
    (each) => before.endsWith(each) && (!language.spaced || !LETTER.test(before.at(-each.length - 1) ?? ' ')),
  )
}

function isEnd(here: string, word: string): boolean {
  return !LETTER.test(word.at(-1) ?? '') || !LETTER.test(here[word.length] ?? ' ')
}
