import { MAX_ANSWER_LENGTH } from './max-answer-length.js'

/**
 * Makes text safe to store and compare: composed Unicode (NFC), no NUL or other control characters (they become
 * spaces), no lone surrogates, no white space around it. Linear in the text's length: composing hostile Unicode takes
 * quadratic time, so text over 4,000 characters is left as it is, but for NUL and lone surrogates.
 */
export function cleanText(text: string): string {
  const whole = text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
  if (text.length > MAX_ANSWER_LENGTH) return whole.replaceAll('\0', ' ').trim()
  return whole
    .replaceAll(/\p{Cc}/gu, ' ')
    .normalize('NFC')
    .trim()
}
