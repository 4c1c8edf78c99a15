import { LANGUAGES } from '../languages/all-languages.js'
import { wordsAt } from '../languages/keywords.js'
import type { Statement } from '../statements.js'
import { type Choices, countOf, letterOfText, offered, startsWithChoice } from './offered.js'
import { type NamedOption, optionAt } from './option-at.js'

/** What a response states: one letter with its language, or several at once. */
export interface StatedOption {
  /** Upper case; `several` where it names more than one; null where it names none that is offered. */
  readonly letter: string | null
  readonly by: NamedOption['by'] | 'text'
  readonly language: string
  readonly isHedged: boolean
}

const WORDS = [...new Set(LANGUAGES.flatMap(({ and }) => and))].toSorted((a, b) => b.length - a.length).join('|')
const ANOTHER = new RegExp(
  `^[*_)\\]）】"”」』]{0,3}(?:\\s{0,2}[,、，،&/+]\\s{0,2}(?:(?:${WORDS})\\s)?|\\s{0,2}(?:${WORDS})\\s{0,2})(?=[(（\\[*_「]{0,2}.)`,
  'iu',
)
/** What follows a letter that is spoken of, and not chosen besides. */
const SPOKEN_OF = /^[)*_"”]{0,3}\s(?:is|was|would|isn|ist|est|es|è|é|не)\b/iu
const LONGEST_PHRASE = 400
const PHRASE_END = /(?<!\b[A-Za-z])[.!?](?=\s|$|["'”*)])|[。！？।؟\n]/u

/** Reads the choice that a statement makes; null if it names none. */
export function statedOption(text: string, statement: Statement, choices: Choices): StatedOption | null {
  const { from, language, isHedged, isBare, isOfOption } = statement
  const common = { language: language.code, isHedged }
  const phrase = phraseFrom(text, from)
  const repeated = isLabel(phrase) ? null : letterOfText(phrase, choices)
  const named = optionAt(text, from)
  const option = named?.by === 'digit' && isOfOption ? { ...named, by: 'number' as const } : named
  if (option === null || (isBare && option.by === 'digit')) {
    if (repeated !== null && !isBare) return { ...common, letter: repeated, by: 'text' }
    return spelledWithText(text, from, choices, common)
  }
  if (repeated !== null) return { ...common, letter: repeated, by: 'text' }
  if (startsList(text, option)) return null
  if (namesAnother(text, option)) return { ...common, letter: 'several', by: option.by }
  return { ...common, letter: offered(option.place, choices), by: option.by }
}

/** `B Paris`, where Paris is the text of B: a letter that alone would pass for a word. */
function spelledWithText(
  text: string,
  from: number,
  choices: Choices,
  common: Pick<StatedOption, 'language' | 'isHedged'>,
): StatedOption | null {
  const match = /^[\s*_"(]{0,6}([A-Z])\s{1,3}(?=\S)/u.exec(text.slice(from, from + 12))
  const place = (match?.[1]?.charCodeAt(0) ?? 0) - 'A'.charCodeAt(0)
  if (match === null || !startsWithChoice(text.slice(from + match[0].length), place, choices)) return null
  return { ...common, letter: offered(place, choices), by: 'letter' }
}

/** Whether one more choice is named along with a choice, as in `A and C`. */
export function namesAnother(text: string, option: NamedOption): boolean {
  const link = ANOTHER.exec(text.slice(option.end, option.end + 24))
  if (link === null) return false
  const next = optionAt(text, option.end + link[0].length)
  if (next === null || next.place === option.place || (next.by === 'letter') !== (option.by === 'letter')) return false
  const first = text.slice(option.end + link[0].length, next.end).trim()
  if (/^[a-z]$/u.test(first)) return false
  return !SPOKEN_OF.test(text.slice(next.end, next.end + 12))
}

/** Whether a choice's line is the first of several that start with a letter, as where all choices are repeated. */
function startsList(text: string, { end }: NamedOption): boolean {
  return /^[).:：][^\n]{0,300}\n{1,2}\s{0,4}\(?[A-Z][).:]\s/u.test(text.slice(end, end + 320))
}

function phraseFrom(text: string, from: number): string {
  const line = text.slice(from, from + LONGEST_PHRASE).replace(/^[\s:*_]{1,8}/u, '')
  const end = PHRASE_END.exec(line)
  return (end === null ? line : line.slice(0, end.index)).replaceAll('**', '').trim()
}

function isLabel(phrase: string): boolean {
  return /^[^\p{L}\p{N}]{0,4}[\p{L}\p{N}][^\p{L}\p{N}]{0,4}$/u.test(phrase)
}

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
