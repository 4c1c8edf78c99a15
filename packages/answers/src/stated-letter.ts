const STATED =
  /(?<![A-Za-z])(?:(?:[Aa]nswer|ANSWER)(?:\*\*)?(?: is| IS|:| should be| would be| must be)|(?:[Bb]est|[Cc]losest|[Cc]orrect|[Nn]earest|[Rr]ight) (?:option|choice) is)(?: (?:the )?(?:option|choice|letter))?[\s*:$]{0,8}(?:\(([A-Za-z])(?:\)|(?=, ?[A-Z]))|([A-Z])(?![A-Za-z0-9'’]))/gu
const ANOTHER = /^[\s*)]{0,4}(?:,|&|\/|,? ?(?:and|or) )[\s*]{0,4}(?:and |or )?\(?[A-Z](?![A-Za-z'’])/u
const LONGEST_LINK = 24

/**
 * Finds the letter a response states last as `answer is (X)`, `answer is X` or `Answer: X`, upper case; null if there
 * is none, and the word `several` if that many are stated at once, as in `A and C`. A letter without parentheses counts
 * only if it is a capital standing alone.
 */
export function statedLetter(text: string): string | null {
  let letter: string | null = null
  for (const match of text.matchAll(STATED)) {
    const end = match.index + match[0].length
    const isOne = !ANOTHER.test(text.slice(end, end + LONGEST_LINK))
    letter = isOne ? (match[1] ?? match[2] ?? '').toUpperCase() : 'several'
  }
  return letter
}
