import type { Found } from '../answer-tier.js'
import { lastLetter, lastOf } from '../last-mentioned.js'
import { markedAnswers } from '../marked-answers.js'
import { statementsIn } from '../statements.js'
import { choiceLetter } from './choice-key.js'
import { declaredOptions } from './declared-options.js'
import { type Choices, countOf, letterOfText, offered } from './offered.js'
import { optionAt } from './option-at.js'
import {
  leadingLetter,
  leadingOption,
  repeatedLetter,
  soleOption,
  type StatedOption,
  statedOption,
} from './stated-option.js'

const DOUBLE_BRACKETS = /\[\[\s{0,2}\(?([A-Za-z])\)?\s{0,2}\]\]/gu

/**
 * The letters that a response gives for its choice, the surest reading first. Several letters stated at once, or several
 * that are only held possible, end it: nothing less sure is taken then.
 */
export function* letterIn(text: string, choices: Choices): Generator<Found> {
  const marked = markedAnswers(text).map(({ raw }) => raw)
  for (const raw of marked) {
    const letter = choiceLetter(raw)
    yield ['marked', letter === null ? letterOfText(raw, choices) : offered(letter.charCodeAt(0) - 65, choices)]
  }
  yield ['marked', bracketed(text, choices)]
  const statements = statementsIn(text)
  const stated = statements.flatMap((statement) => statedOption(text, statement, choices) ?? [])
  const letters = stated.filter(({ by, isHedged }) => by !== 'digit' && !isHedged)
  const last = letters.at(-1)
  if (last?.letter === 'several') return
  if (last !== undefined) yield ['stated', last.letter, last.language]
  const sole = soleOption(text)
  if (sole !== null && sole.by !== 'digit') yield ['stated', offered(sole.place, choices)]
  yield ['stated', leadingLetter(text, choices) ?? leadingOption(text, choices)]
  yield* declared(text, choices)
  const hedged = possible(text, stated)
  if (hedged.size > 1) return
  for (const letter of hedged) yield ['stated', letter, 'en']
  yield ['stated', repeatedLetter(text, choices)]
  yield ['last', offeredLetter(lastLetter(text), choices)]
  yield* numbered(marked, stated, sole, choices)
}

function offeredLetter(letter: string | null, choices: Choices): string | null {
  return letter === null ? null : offered(letter.charCodeAt(0) - 65, choices)
}

function bracketed(text: string, choices: Choices): string | null {
  const letters = [...text.matchAll(DOUBLE_BRACKETS)].map(([, letter = '']) => letter.toUpperCase())
  return offeredLetter(letters.at(-1) ?? null, choices)
}

/** What is declared otherwise counts if it is one choice. */
function* declared(text: string, choices: Choices): Generator<Found> {
  const options = declaredOptions(text)
  const letters = new Set(options.map(({ option }) => offered(option.place, choices)))
  letters.delete(null)
  const [letter = null] = letters
  if (letters.size === 1) yield ['stated', letter, options.at(-1)?.language]
}

const MAYBE =
  /(?<![\p{L}])(?:(?:might|could|may)(?: also| well)? be|maybe|perhaps|possibly|probably)(?: the)?(?: option| choice| answer| letter)?(?=\s)/giu

/** The letters that a response holds possible, without choosing one. */
function possible(text: string, stated: readonly StatedOption[]): Set<string> {
  const letters = stated.flatMap(({ letter, isHedged }) => (isHedged && letter !== null ? [letter] : []))
  for (const match of lastOf(text.matchAll(MAYBE), 16)) {
    const option = optionAt(text, match.index + match[0].length)
    const isSmall = option !== null && /[a-z]/u.test(text.slice(option.end - 1, option.end))
    if (option?.by === 'letter' && (option.isEnclosed || !isSmall)) letters.push(String.fromCharCode(65 + option.place))
  }
  return new Set(letters)
}

/** Digits stand for choices only where no letter does, and no choice is itself a number. */
function* numbered(
  marked: readonly string[],
  stated: readonly StatedOption[],
  sole: ReturnType<typeof soleOption>,
  choices: Choices,
): Generator<Found> {
  if (typeof choices !== 'number' && choices.some((choice) => /^\W{0,3}\d/u.test(choice))) return
  for (const raw of marked) {
    const option = soleOption(raw)
    if (option?.by === 'digit') yield ['marked', offered(option.place, choices)]
  }
  const last = stated.findLast(({ by, isHedged }) => by === 'digit' && !isHedged)
  if (last !== undefined && last.letter !== 'several') yield ['stated', last.letter, last.language]
  if (sole?.by === 'digit' && countOf(choices) < 26) yield ['stated', offered(sole.place, choices)]
}
