/**
 * Makes text safe to store and compare: composed Unicode (NFC), no NUL or other control characters (they become
 * spaces), no lone surrogates, no white space around it. Linear in the text's length.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .normalize('NFC')
    .trim()
}
