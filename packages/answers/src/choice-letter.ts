import { peel } from './peel.js'
import { unwrapText } from './unwrap-text.js'
import { withoutLead } from './without-lead.js'

const LETTER = /^[\s$*([{"'“]{0,8}([A-Za-z])(?:[\s$*"'”]{0,8}$|[)\].:}]|\s{1,2}\()/u
const NAMED = /^(?:option|choice|answer|letter)\s{1,2}\(?(?=[A-Za-z]\b)/iu
/** `A, B` and `A or B` name several. */
const SEVERAL =
  /^[\s(*[]{0,4}[A-Za-z][\s)*\].]{0,4}(?:,|&|\/|;|\band\b|\bor\b)[\s*(]{0,4}(?:and |or )?[A-Za-z](?![A-Za-z'’])/u

/**
 * Parses the letter of a choice, upper case, from `B`, `(b)`, `B.`, `B) because…`, `**B**`, `Option B`, `The answer is
 * B` or `\text{(B)}`; null if the text does not start with one letter on its own.
 */
export function choiceLetter(raw: string): string | null {
  const text = withoutLead(peel(unwrapText(raw))).replace(NAMED, '')
  return SEVERAL.test(text) ? null : (LETTER.exec(text)?.[1]?.toUpperCase() ?? null)
}
