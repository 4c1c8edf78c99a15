const STATED = /(?:[Aa]nswer|ANSWER)(?: is| IS|:)[\s*:$]{0,8}(?:\(([A-Za-z])\)|([A-Z])(?![A-Za-z0-9]))/gu

/**
 * Finds the letter a response states last as `answer is (X)`, `answer is X` or `Answer: X`, upper case; null where
 * there is none. A letter without parentheses counts only where it is a capital standing alone.
 */
export function statedLetter(text: string): string | null {
  let letter: string | null = null
  for (const match of text.matchAll(STATED)) letter = match[1] ?? match[2] ?? letter
  return letter?.toUpperCase() ?? null
}
