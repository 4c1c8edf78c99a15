import { cleanText } from './clean-text.js'
import { unwrapText } from './unwrap-text.js'

const QUOTES = /^["'`“”‘’]|["'`“”‘’]$/gu

/** Gives plain text's comparison key: lower case, single spaces, without surrounding quotes or a final full stop. */
export function textKey(raw: string): string {
  const text = cleanText(unwrapText(raw)).replaceAll(/\s+/gu, ' ').toLowerCase()
  const unquoted = text.replaceAll(QUOTES, '').trim()
  return (unquoted.endsWith('.') ? unquoted.slice(0, -1) : unquoted).replaceAll(QUOTES, '').trim()
}
