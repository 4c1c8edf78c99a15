import { textKey } from '../text-key.js'
import { capitalOf } from './option-alphabets.js'
import type { Choices } from './offered.js'

const LONGEST = 400

/**
 * The letter of the choice that a phrase repeats, whole or, unless `isWhole`, up to a comma, a dash or a reason; null if
 * it repeats none or several, or if the texts are not known.
 */
export function letterOfText(phrase: string, choices: Choices, isWhole = false): string | null {
  if (typeof choices === 'number' || phrase.length > LONGEST) return null
  const keys = keysOf(choices)
  for (const part of isWhole ? [phrase] : [phrase, ...beginnings(phrase)]) {
    const key = textKey(part)
    if (key === '') continue
    const places = keys.flatMap((each, place) => (each === key ? [place] : []))
    if (places.length === 1) return capitalOf(places[0] ?? 0)
  }
  return null
}

/** Whether a text starts with a choice's own text. */
export function startsWithChoice(text: string, place: number, choices: Choices): boolean {
  if (typeof choices === 'number') return false
  const key = keysOf(choices)[place] ?? ''
  return key !== '' && textKey(text.slice(0, 2 * LONGEST)).startsWith(key)
}

function beginnings(phrase: string): string[] {
  return [...phrase.matchAll(/,\s|\s[-–—(]|\s(?:because|since|after|as|which|by|for|when|with)\s|;/gu)]
    .slice(0, 4)
    .map(({ index }) => phrase.slice(0, index))
}

/** Kept, since all samples of a question have the same choices. */
const KEYS = new WeakMap<readonly string[], readonly string[]>()

function keysOf(choices: readonly string[]): readonly string[] {
  const known = KEYS.get(choices)
  if (known !== undefined) return known
  const keys = choices.map((choice, place) => textKey(withoutLabel(choice.slice(0, LONGEST), place)))
  KEYS.set(choices, keys)
  return keys
}

/** Some files repeat a choice's letter in its text: `B. Paris`. */
function withoutLabel(choice: string, place: number): string {
  const letter = capitalOf(place)
  return [`${letter}. `, `${letter}) `, `(${letter}) `, `${letter}: `].reduce(
    (text, label) => (text.startsWith(label) ? text.slice(label.length) : text),
    choice,
  )
}
