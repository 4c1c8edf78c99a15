import { cleanText } from './clean-text.js'
import { peel } from './peel.js'
import { unwrapText } from './unwrap-text.js'
import { withoutLead } from './without-lead.js'

const QUOTES = /^["'`]+|(?<!["'`])["'`]+$/gu
const STOP = /(?<![.!?])[.!?,;:]$/u

/**
 * Returns plain text's comparison key: lower case, single spaces, one form of each letter, quote and dash, without
 * surrounding quotes or a final mark. The full stop of an abbreviation goes with it: `U.S.` is `u.s`.
 */
export function textKey(raw: string): string {
  const text = withoutLead(peel(unwrapText(cleanText(raw))))
    .normalize('NFKC')
    .replaceAll(/[‘’‚′]/gu, "'")
    .replaceAll(/[“”„″«»]/gu, '"')
    .replaceAll(/[‐‑–—−]/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .toLowerCase()
  const unquoted = text.replaceAll(QUOTES, '').trim()
  return unquoted.replace(STOP, '').replaceAll(QUOTES, '').trim()
}
