import { braceFractions } from './brace-fractions.js'
import { cleanText } from './clean-text.js'
import { dropUnit } from './drop-unit.js'
import { readTokens } from './notation/read-tokens.js'
import type { Token } from './notation/token.js'
import { valueKey } from './notation/value-key.js'
import { numberKey } from './number-key.js'
import { stripMath } from './strip-math.js'
import { Unreadable } from './unreadable.js'
import { unwrapText } from './unwrap-text.js'

/** Longer answers are compared as written: what reads them takes more than linear time. */
const MAX_READ = 400
/** What is taken away can lay bare more of its kind: a key has to be its own key. */
const PASSES = 4
const END = /[.\s$]{1,8}$/u
const WORDS = /^\\text\{([^{}]{3,})\}$/u

/**
 * Gives a mathematical answer's comparison key: equal values have one key, however they are written. Numbers, roots,
 * sums and products, lists, sets, tuples, intervals, matrices, equations and inequalities are read; what cannot be
 * read is compared as written, less type setting. Steps are bounded by the text's length, never by time.
 */
export function mathKey(raw: string): string {
  const text = cleanText(raw)
  let written = text
  for (let pass = 0; pass < PASSES; pass += 1) {
    const key = written.length <= MAX_READ ? readKey(written) : null
    if (key !== null) return key
    const next = writtenKey(written)
    if (next === written) break
    written = next
  }
  return written
}

function readKey(text: string): string | null {
  try {
    const tokens = readTokens(dropUnit(text).replace(END, ''))
    if (tokens.length === 0) return null
    const key = valueKey(tokens)
    const words = WORDS.exec(key)?.[1]
    return words !== undefined && isOneWord(readTokens(words), words) ? words : key
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

function isOneWord([first, ...others]: readonly Token[], words: string): boolean {
  return first?.kind === 'word' && first.text === words && others.length === 0
}

/** Text as it is written, less white space, type setting, currency, a unit and a final full stop. */
function writtenKey(text: string): string {
  const stripped = braceFractions(stripMath(unwrapText(dropUnit(text))))
  const plain = stripped.endsWith('.') ? stripped.slice(0, -1) : stripped
  const isList = /,\s/u.test(text)
  return (isList && plain.includes(',') ? null : numberKey(plain)) ?? plain
}
