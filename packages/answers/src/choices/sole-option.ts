import { LANGUAGES } from '../languages/all-languages.js'
import { wordsAt } from '../languages/words-at.js'
import { type Choices, countOf, offered } from './offered.js'
import { letterOfText, startsWithChoice } from './option-text.js'
import { type NamedOption, optionAt } from './option-at.js'

const ALONE = /^(?:[\s)\]}>）】」』〉"”'’`*_$.:,;!。、！]|\\[)\]}]|입니다|です|번|番){0,10}$/u
const LABEL =
  /^[\s*_"“`$]{0,6}(?:[([（][*_]{0,2}([A-Za-z])[*_]{0,2}[)\]）]|([A-Za-z])([).:：]))[*_]{0,2}\s{0,2}(?=[\p{L}\p{N}$\\"'“(+−-])/u
const LONGEST_LINE = 300
/** How far a list of the choices is looked for. */
const MOST_LISTED = 8_000
const PROSE_STARTS =
  /^(?:the|a|an|it|its|all|none|both|no|yes|true|false|neither|he|she|they|this|that|because|only|in|by|to)\b/iu

/** The choice of a response that consists of its letter, in whatever brackets or marks. */
export function soleOption(text: string): NamedOption | null {
  const trimmed = text.trim()
  if (trimmed.length > 48) return null
  const option = optionAt(trimmed, 0)
  return option !== null && ALONE.test(trimmed.slice(option.end)) ? option : null
}

/**
 * The letter that a response starts with before the text of its choice, as in `B. four`: if the texts are known it must
 * be that choice's, else the rest must not read as a name's or a sentence's. A list of several is none.
 */
export function leadingLetter(text: string, choices: Choices): string | null {
  const match = LABEL.exec(text)
  const letter = (match?.[1] ?? match?.[2] ?? '').toUpperCase()
  const place = letter.charCodeAt(0) - 'A'.charCodeAt(0)
  if (match === null || !(place < countOf(choices)) || listsOthers(text, letter)) return null
  const rest = text.slice(match[0].length, match[0].length + LONGEST_LINE)
  if (typeof choices === 'number' && /^[ivx]$/u.test(match[1] ?? match[2] ?? '')) return null
  if (typeof choices !== 'number') return startsWithChoice(rest, place, choices) ? letter : null
  return match[3] === '.' && isName(rest) ? null : letter
}

/** The letter of the choice that a response names at its start by a number, `Option 3: …`, or that it is, `Letra B`. */
export function leadingOption(text: string, choices: Choices): string | null {
  const start = /^[\s*_"“]{0,6}/u.exec(text)?.[0].length ?? 0
  for (const language of LANGUAGES) {
    const end = wordsAt(text, start, language.option, language)
    const option = end === null ? null : optionAt(text, end)
    if (option === null) continue
    const after = text.slice(option.end)
    const isNamed = option.by === 'letter' ? ALONE.test(after) : /^[):.：*\s]/u.test(`${after.slice(0, 1)} `)
    if (isNamed) return offered(option.place, choices)
  }
  return null
}

/** The letter of the choice whose text a response consists of, or ends with on a line of its own. */
export function repeatedLetter(text: string, choices: Choices): string | null {
  if (typeof choices === 'number') return null
  const end = text.trimEnd()
  const line = end.slice(end.lastIndexOf('\n') + 1)
  return line.length > LONGEST_LINE ? null : letterOfText(line.trim(), choices, true)
}

function listsOthers(text: string, letter: string): boolean {
  return [...text.slice(1, MOST_LISTED).matchAll(/(?<![\p{L}\p{N}])\(?([A-Za-z])[).:](?=[\s\p{Lu}])/gu)].some(
    ([, other = '']) => other.toUpperCase() !== letter,
  )
}

/** `J. Smith wrote the book.` starts with a name, `D. Some text` and `B. The buyer may …` do not. */
function isName(rest: string): boolean {
  const [line = ''] = rest.split('\n')
  if (PROSE_STARTS.test(line)) return false
  return /^\p{Lu}(?:\.|[\p{L}'’-]+ (?:\p{Lu}|and |& |\p{Ll}[^\n]{0,280}[.!?]\s{0,2}$))/u.test(line)
}
