import { choiceLetter } from './choice-letter.js'
import { textKey } from './text-key.js'

/** Returns a choice's comparison key: its letter, upper case, else the text as plain text is compared. */
export function choiceKey(raw: string): string {
  return choiceLetter(raw) ?? textKey(raw)
}
