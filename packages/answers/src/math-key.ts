import { plainDigits } from './foreign-numbers.js'
import { FUNCTIONS } from './notation/commands.js'
import { tokenizeNotation } from './notation/tokenize-notation.js'
import { dropQualifier, dropUnit } from './notation/units.js'
import { valueKey } from './notation/value-key.js'
import { numberWord } from './number-word.js'
import { Unreadable, Work } from './numeric/work.js'
import { cleanText, peel, textKey, unwrapText, withoutLead } from './plain-text.js'

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

const TELEPHONE = /^\(?\d{3}\)?[ -]\d{3}-\d{4}$/u
const CLOCK = /^(1[0-2]|0?[1-9])(?::([0-5]\d))?(?::[0-5]\d)?\s{0,2}([ap])\.?\s?m\.?$/iu
const BASE = /^\(?(\d[\da-f]{0,40})\)?(?:\s?_\s?\{?\s?(\d{1,2})\s?\}?|,?\s(?:in )?base[ -]([\da-z]{1,12}))$/iu
const SEVERAL_WORDS = /^[A-Za-z][A-Za-z'’-]*(?: [A-Za-z'’-]+)+$/u
const NO_PROSE = new Set([...FUNCTIONS, 'and', 'or', 'pi', 'sqrt', 'infinity', 'inf', 'over', 'choose'])

const LARGEST_BASE = 36
const ALL_REALS = /^(?:the )?(?:set of )?all reals?(?: numbers| values)?$/iu

/**
 * Returns the key of what looks like mathematics and is not: a telephone number, a time of day, a number written in
 * another base, several words; null for anything else.
 */
function knownForm(text: string): string | null {
  if (TELEPHONE.test(text)) return text
  if (ALL_REALS.test(text)) return '(-\\infty,\\infty)'
  return clockKey(text) ?? baseKey(text) ?? wordsKey(text)
}

function clockKey(text: string): string | null {
  const [, hours, minutes = '00', half = ''] = CLOCK.exec(text) ?? []
  return hours === undefined ? null : `${Number(hours)}:${minutes} ${half.toLowerCase()}m`
}

function baseKey(text: string): string | null {
  const [, digits = '', written, worded = ''] = BASE.exec(text) ?? []
  const base = Number(written ?? numberWord(worded) ?? worded)
  if (digits === '' || !Number.isInteger(base) || base < 2 || base > LARGEST_BASE) return null
  return `${digits.toLowerCase()}_{${base}}`
}

function wordsKey(text: string): string | null {
  const words = text.toLowerCase().split(' ')
  const isProse =
    SEVERAL_WORDS.test(text) && words.some((word) => word.length > 2) && !words.some((word) => NO_PROSE.has(word))
  return isProse ? textKey(text).replace(ARTICLE, '') : null
}

const COMMAND = /\\(?:[a-zA-Z]+|[^a-zA-Z])/uy
const DROPPED = new Set(['\\left', '\\right', '\\!', '\\,', '\\;', '\\:', '\\ ', '\\$', '\\%', '\\displaystyle'])
const DEGREES = ['^{\\circ}', '^\\circ', '\\degree', '°']

/**
 * Strips what does not change a mathematical answer's value: white space, `$` and `%`, LaTeX spacing, `\left` and
 * `\right`, degree signs; `\dfrac` and `\tfrac` become `\frac`, a typographic minus becomes `-`, `{,}` a comma. White
 * space between two digits is kept as one space, since `1 1/2` is not 11/2. Linear in the text's length.
 */
function stripMath(text: string): string {
  const kept: string[] = []
  let spaced = false
  let at = 0
  while (at < text.length) {
    const token = tokenAt(text, at)
    at += token.length
    if (token.trim() === '' || token === '~') {
      spaced = true
      continue
    }
    if (token === '$' || token === '%' || DROPPED.has(token)) continue
    if (spaced && isDigit(token) && isDigit(kept.at(-1))) kept.push(' ')
    spaced = false
    kept.push(plainToken(token))
  }
  const stripped = kept.join('').replaceAll('{,}', ',')
  return DEGREES.reduce((rest, sign) => rest.replaceAll(sign, ''), stripped)
}

function tokenAt(text: string, at: number): string {
  COMMAND.lastIndex = at
  return COMMAND.exec(text)?.[0] ?? text[at] ?? ''
}

function plainToken(token: string): string {
  if (token === '\\dfrac' || token === '\\tfrac') return '\\frac'
  return token === '−' || token === '–' ? '-' : token
}

function isDigit(token: string | undefined): boolean {
  return token !== undefined && token.length === 1 && token >= '0' && token <= '9'
}

/**
 * Writes every `\frac` with both its braces, as `\frac12` and `\frac{1}2` mean `\frac{1}{2}`. An argument that is
 * itself a command is left as it stands. White space must be gone before. Linear in the text's length.
 */
function braceFractions(text: string): string {
  const kept: string[] = []
  /** Arguments still due to the fraction of each open group; the last entry is the innermost group's. */
  const due: number[] = [0]
  let at = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    const here = due.length - 1
    const expected = due[here] ?? 0
    if (text.startsWith('\\frac', at)) {
      due[here] = 2
      kept.push('\\frac')
      at += '\\frac'.length
      continue
    }
    if (char === '{') {
      due[here] = Math.max(0, expected - 1)
      due.push(0)
      kept.push(char)
    } else if (char === '}') {
      if (due.length > 1) due.pop()
      kept.push(char)
    } else if (expected > 0 && /[a-zA-Z0-9]/u.test(char)) {
      due[here] = expected - 1
      kept.push(`{${char}}`)
    } else {
      due[here] = 0
      kept.push(char)
    }
    at += 1
  }
  return kept.join('')
}
