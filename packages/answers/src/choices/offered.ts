import { textKey } from '../plain-text.js'

/** Letters in the order in which choices are lettered, of each writing; `·` holds a place that another order fills. */
const ORDERS: readonly string[] = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'АБВГДЕЖЗИК',
  'ΑΒΓΔΕ',
  'אבגדהוזחטי',
  'أبجدهوزحطي',
  'ا·پت',
  'कखगघङ',
  'अबसद',
  'কখগঘঙ',
  'অবসদ',
  '··ডঢ',
  'ਕਖਗਘ',
  'કખગઘ',
  'அஆஇஈ',
  'అఆఇఈ',
  'ಅಆಇಈ',
  'അആഇഈ',
  'กขคงจฉ',
  'აბგდე',
  'ԱԲԳԴԵ',
  '가나다라마바사아',
  'ㄱㄴㄷㄹㅁㅂㅅㅇ',
  'アイウエオカキク',
  '甲乙丙丁戊己庚辛',
]
const PLACEHOLDER = '·'
/** Letters that are written as a word, or with several characters; and Cyrillic ones that stand for a Latin one. */
const SPELLED = placesIn('الف=0 هـ=4 إ=0 آ=0 ए=0 बी=1 सी=2 डी=3 এ=0 বি=1 সি=2 ডি=3 С=2')
/** The first of each run of full-width or enclosed letters, all of them capitals or all small. */
const LETTER_RUNS = ['Ａ', 'ａ', 'Ⓐ', 'ⓐ', '⒜', '🄐', '🄰', '🅐', '🅰']
const LETTERS_OF_A_RUN = 26
const NUMBER_RUNS: Readonly<Record<string, number>> = { '①': 20, '⑴': 20, '❶': 10, '➀': 10, '➊': 10, '⓵': 10 }
/** Cyrillic letters that look as a Latin one of another place. */
const DOUBLES: Readonly<Record<string, number>> = { В: 1, Е: 4 }

const LETTERS = new Map<string, number>([
  ...ORDERS.flatMap((order) => [...order].map((letter, place) => [letter, place] as const)).filter(
    ([letter]) => letter !== PLACEHOLDER,
  ),
  ...SPELLED,
  ...LETTER_RUNS.flatMap((first) => runOf(first, LETTERS_OF_A_RUN)),
])
const NUMBERS = new Map<string, number>(Object.entries(NUMBER_RUNS).flatMap(([first, length]) => runOf(first, length)))

/** The characters that may stand for a choice, but for plain digits and small letters. */
export const OPTION_LETTERS: readonly string[] = [...LETTERS.keys()]
export const OPTION_NUMBERS: readonly string[] = [...NUMBERS.keys()]

function placesIn(list: string): (readonly [string, number])[] {
  return list.split(' ').map((each) => {
    const [letter = '', place] = each.split('=')
    return [letter, Number(place)] as const
  })
}

function runOf(first: string, length: number): (readonly [string, number])[] {
  const start = first.codePointAt(0) ?? 0
  return Array.from({ length }, (_, place) => [String.fromCodePoint(start + place), place] as const)
}

/**
 * Returns the place, from 0, of the choice that a letter stands for in its own alphabet, `B`, `б` or `나` the second;
 * null if it stands for none. Where `asLatin`, a Cyrillic letter that looks as a Latin one stands for that.
 */
export function letterPlace(letter: string, asLatin = false): number | null {
  const capital = letter.toUpperCase()
  if (asLatin && DOUBLES[capital] !== undefined) return DOUBLES[capital]
  return LETTERS.get(letter) ?? LETTERS.get(capital) ?? null
}

/** Returns the place, from 0, of an enclosed number, `②` the second; null if it is none. */
export function numberPlace(character: string): number | null {
  return NUMBERS.get(character) ?? null
}

/** The letter under which a choice is voted on and graded, by its place from 0. */
export function capitalOf(place: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + place)
}

/** The choices of a question: how many, or their texts. */
export type Choices = number | readonly string[]

/** How many choices a question offers. */
export function countOf(choices: Choices): number {
  return typeof choices === 'number' ? choices : choices.length
}

/** The letter of a choice by its place from 0; null if no such choice is offered. */
export function offered(place: number | null, choices: Choices): string | null {
  return place !== null && place >= 0 && place < countOf(choices) ? capitalOf(place) : null
}

const LONGEST_CHOICE = 400

/**
 * The letter of the choice that a phrase repeats, whole or, unless `isWhole`, up to a comma, a dash or a reason; null if
 * it repeats none or several, or if the texts are not known.
 */
export function letterOfText(phrase: string, choices: Choices, isWhole = false): string | null {
  if (typeof choices === 'number' || phrase.length > LONGEST_CHOICE) return null
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
  return key !== '' && textKey(text.slice(0, 2 * LONGEST_CHOICE)).startsWith(key)
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
  const keys = choices.map((choice, place) => textKey(withoutLabel(choice.slice(0, LONGEST_CHOICE), place)))
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
