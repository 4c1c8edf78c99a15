import { braceFractions } from './brace-fractions.js'
import { cleanText } from './clean-text.js'
import { dropUnit } from './drop-unit.js'
import { knownForm } from './known-form.js'
import { readTokens } from './notation/read-tokens.js'
import { valueKey } from './notation/value-key.js'
import { numberWord } from './number-word.js'
import { Work } from './numeric/work.js'
import { peel } from './peel.js'
import { stripMath } from './strip-math.js'
import { textKey } from './text-key.js'
import { Unreadable } from './unreadable.js'
import { unwrapText } from './unwrap-text.js'
import { withoutLead } from './without-lead.js'

/** Longer answers are compared as written: what reads them takes more than linear time. */
const MAX_READ = 400
/** Steps one answer may cost, in multiplications of numbers of 48 digits. */
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
 * Gives a mathematical answer's comparison key: equal values have one key, however they are written. Numbers,
 * expressions, lists, sets, tuples, intervals, matrices, equations and inequalities are read; what cannot be read is
 * compared as written, less type setting. Steps are bounded by the text's length, never by time.
 */
export function mathKey(raw: string): string {
  const text = peel(withoutLead(cleanText(raw)))
    .replace(HEDGE, '')
    .replaceAll(RANGE, '$1-')
    .replace(CURRENCY, '$1')
  if (text.length > MAX_READ) return writtenKey(text)
  const plain = unwrapText(text)
    .replaceAll(/\s{1,8}/gu, ' ')
    .trim()
  const number = numberWord(plain.replace(DOLLARS, ''))
  return (number === null ? knownForm(plain) : null) ?? readKey(number ?? text) ?? writtenKey(text)
}

function readKey(text: string): string | null {
  try {
    const tokens = readTokens(peel(dropUnit(text)))
    if (tokens.length === 0) return null
    const key = valueKey(tokens, new Work(MAX_WORK))
    const words = WORDS.exec(key)?.[1]?.replace(ARTICLE, '')
    return words === undefined ? key : isWord(words) ? words : `\\text{${words}}`
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

/** Whether words are read as words without being marked as text. */
function isWord(words: string): boolean {
  const [first, ...others] = readTokens(words)
  return first?.kind === 'word' && first.text === words && others.length === 0
}

/** Text as it is written, less white space, type setting, currency and a unit; prose as text is compared. */
function writtenKey(text: string): string {
  if (!/[\\^_={}]/u.test(text) && PROSE.test(text)) return textKey(text)
  return braceFractions(stripMath(unwrapText(dropUnit(text))))
}
