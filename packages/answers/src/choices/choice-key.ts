import { plainDigits } from '../foreign-numbers.js'
import { peel, textKey, unwrapText, withoutLead } from '../plain-text.js'
import { capitalOf } from './offered.js'
import { soleOption } from './stated-option.js'

const NUMBER = /^\s{0,2}\(?(\d{1,2})\)?\.?\s{0,2}$/u
const MOST_CHOICES = 26

/**
 * Returns a choice's comparison key: its letter, upper case, which a number alone counts to from 1; else the text as
 * plain text is compared.
 */
export function choiceKey(raw: string): string {
  return choiceLetter(raw) ?? numbered(raw) ?? textKey(raw)
}

function numbered(raw: string): string | null {
  const number = Number(NUMBER.exec(plainDigits(raw))?.[1] ?? 0)
  return number >= 1 && number <= MOST_CHOICES ? capitalOf(number - 1) : null
}

const LETTER = /^[\s$*([{"'“]{0,8}([A-Za-z])(?:[\s$*"'”]{0,8}$|[)\].:}]|\s{1,2}\()/u
const NAMED = /^(?:option|choice|answer|letter)\s{1,2}\(?(?=[A-Za-z]\b)/iu
/** `A, B` and `A or B` name several. */
const SEVERAL =
  /^[\s(*[]{0,4}[A-Za-z][\s)*\].]{0,4}(?:,|&|\/|;|\band\b|\bor\b)[\s*(]{0,4}(?:and |or )?[A-Za-z](?![A-Za-z'’])/u
const LONGEST_FOREIGN = 24

/**
 * Parses the letter of a choice, upper case, from `B`, `(b)`, `B.`, `B) because…`, `**B**`, `Option B`, `The answer is
 * B` or `\text{(B)}`, and from the second letter of another alphabet or an enclosed two alone, `Б`, `ㄴ`, `ب` or `②`;
 * null if the text does not start with one letter on its own.
 */
export function choiceLetter(raw: string): string | null {
  const text = withoutLead(peel(unwrapText(raw))).replace(NAMED, '')
  if (SEVERAL.test(text)) return null
  return LETTER.exec(text)?.[1]?.toUpperCase() ?? foreignLetter(text)
}

function foreignLetter(text: string): string | null {
  if (text.length > LONGEST_FOREIGN || !/[^\p{ASCII}]/u.test(text)) return null
  const option = soleOption(text)
  return option === null || option.by === 'digit' ? null : capitalOf(option.place)
}
