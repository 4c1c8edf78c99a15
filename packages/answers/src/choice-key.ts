import { choiceLetter } from './choice-letter.js'
import { capitalOf } from './choices/option-alphabets.js'
import { plainDigits } from './plain-digits.js'
import { textKey } from './text-key.js'

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
