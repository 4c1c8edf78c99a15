import type { Language } from './language.js'

const LETTER = /[\p{L}\p{M}\p{N}]/u
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
