import { MAX_ANSWER_LENGTH } from './max-answer-length.js'

/**
 * Makes text safe to store and compare: composed Unicode (NFC, up to 4,000 characters), no NUL or other control
 * characters (they become spaces), no lone surrogates, no white space around it. Linear in the
 * text's length: composing hostile Unicode takes quadratic time, so longer text is left as it is composed.
 */
export function cleanText(text: string): string {
  const safe = text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/\p{Surrogate}/gu, '\uFFFD')
  return (safe.length <= MAX_ANSWER_LENGTH ? safe.normalize('NFC') : safe).trim()
}
