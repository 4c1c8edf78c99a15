import { FUNCTIONS } from './notation/commands.js'
import { numberWord } from './number-word.js'
import { textKey } from './text-key.js'

const TELEPHONE = /^\(?\d{3}\)?[ -]\d{3}-\d{4}$/u
const CLOCK = /^(1[0-2]|0?[1-9])(?::([0-5]\d))?(?::[0-5]\d)?\s{0,2}([ap])\.?\s?m\.?$/iu
const BASE = /^\(?(\d[\da-f]{0,40})\)?(?:\s?_\s?\{?\s?(\d{1,2})\s?\}?|,?\s(?:in )?base[ -]([\da-z]{1,12}))$/iu
const PROSE = /^[A-Za-z][A-Za-z'’-]*(?: [A-Za-z'’-]+)+$/u
const NO_PROSE = new Set([...FUNCTIONS, 'and', 'or', 'pi', 'sqrt', 'infinity', 'inf', 'over', 'choose'])
const ARTICLE = /^(?:the|an?) (?=[a-z]{3})/u
const LARGEST_BASE = 36
const ALL_REALS = /^(?:the )?(?:set of )?all reals?(?: numbers| values)?$/iu

/**
 * Returns the key of what looks like mathematics and is not: a telephone number, a time of day, a number written in
 * another base, several words; null for anything else.
 */
export function knownForm(text: string): string | null {
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
  const isProse = PROSE.test(text) && words.some((word) => word.length > 2) && !words.some((word) => NO_PROSE.has(word))
  return isProse ? textKey(text).replace(ARTICLE, '') : null
}
