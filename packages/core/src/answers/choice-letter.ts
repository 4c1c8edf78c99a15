import { unwrapText } from './unwrap-text.js'

const LETTER = /^[\s$*([{]{0,8}([A-Za-z])(?:[\s$*]{0,8}$|[)\].:}])/u

/**
 * Reads the letter of a choice, upper case, out of `B`, `(b)`, `B.`, `B) because…` or `\text{(B)}`; null where the
 * text does not start with one letter standing for itself.
 */
export function choiceLetter(raw: string): string | null {
  return LETTER.exec(unwrapText(raw).trim())?.[1]?.toUpperCase() ?? null
}
