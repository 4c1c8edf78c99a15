import { LANGUAGES } from '../languages/all-languages.js'
import type { Statement } from '../statements.js'
import { type Choices, offered } from './offered.js'
import { letterOfText, startsWithChoice } from './option-text.js'
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
