import { braceFractions } from './brace-fractions.js'
import { cleanText } from './clean-text.js'
import { dropQualifier } from './drop-qualifier.js'
import { dropUnit } from './drop-unit.js'
import { knownForm } from './known-form.js'
import { tokenizeNotation } from './notation/tokenize-notation.js'
import { valueKey } from './notation/value-key.js'
import { numberWord } from './number-word.js'
import { Work } from './numeric/work.js'
import { peel } from './peel.js'
import { plainDigits } from './plain-digits.js'
import { stripMath } from './strip-math.js'
import { textKey } from './text-key.js'
import { Unreadable } from './unreadable.js'
import { unwrapText } from './unwrap-text.js'
import { withoutLead } from './without-lead.js'

/** Longer answers are compared as written, since parsing takes more than linear time. */
const MAX_READ = 400
/** The step limit of one answer, in multiplications of 48-digit numbers. */
const MAX_WORK = 6000
const HEDGE =
  /^(?:approximately|approx\.?|about|roughly|around|nearly|exactly|\\approx|\\sim|≈|~)\s{0,4}(?=[\d$\\.(−-])/iu
const RANGE = /(\d)\s{0,2}[–—]\s{0,2}(?=\d)/gu
const CURRENCY = /^([-+]?)(?:US|USD|AU|CA|HK|NZ)(?=\s?\\?\$\s?\d)/u
const DOLLARS = /^\\?[$€£]\s?(?=\d)/u
const WORDS = /^\\text\{([^{}]{2,})\}$/u
const ARTICLE = /^(?:the|an?) (?=[a-z]{3})/u
const PROSE = /[a-z]{3}/iu

/**
 * Returns a mathematical answer's comparison key: equal values have one key, however they are written. Numbers,
 * expressions, lists, sets, tuples, intervals, matrices, equations and inequalities are parsed; anything else is
 * compared as written, without typesetting. Steps are bounded by the text's length, never by time.
 */
export function mathKey(raw: string): string {
  const text = dropQualifier(peel(withoutLead(plainDigits(cleanText(raw)))))
    .replace(HEDGE, '')
    .replaceAll(RANGE, '$1-')
    .replace(CURRENCY, '$1')
  if (text.length > MAX_READ) return writtenKey(text)
  const plain = unwrapText(text)
    .replaceAll(/\s{1,8}/gu, ' ')
    .trim()
  const number = numberWord(plain.replace(DOLLARS, ''))
  return (number === null ? knownForm(plain) : null) ?? parsedKey(number ?? text) ?? writtenKey(text)
}

function parsedKey(text: string): string | null {
  try {
    const tokens = tokenizeNotation(peel(dropUnit(text)))
    if (tokens.length === 0) return null
    const key = valueKey(tokens, new Work(MAX_WORK))
    const words = WORDS.exec(key)?.[1]?.replace(ARTICLE, '')
    return words === undefined ? key : isWord(words) ? words : `\\text{${words}}`
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

/** Whether words count as text without being marked as such. */
function isWord(words: string): boolean {
  const [first, ...others] = tokenizeNotation(words)
  return first?.kind === 'word' && first.text === words && others.length === 0
}

/** Text as written, without white space, typesetting, currency and units; prose is compared as text. */
function writtenKey(text: string): string {
  if (!/[\\^_={}]/u.test(text) && PROSE.test(text)) return textKey(text)
  return braceFractions(stripMath(unwrapText(dropUnit(text))))
}
