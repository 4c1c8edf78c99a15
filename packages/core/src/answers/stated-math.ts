const STATED = /(?<![A-Za-z])(?:[Aa]nswer|ANSWER)(?: is| IS|:)(?=[\s:*])/gu
const LONGEST = 200
/** A full stop that ends the sentence, not a decimal point. */
const SENTENCE_END = /[.!](?=\s|$)|\n/u

/** Finds what follows the last `answer is` or `Answer:` on its line, where that is mathematics and not words. */
export function statedMath(text: string): string | null {
  let from = -1
  for (const match of text.matchAll(STATED)) from = match.index + match[0].length
  if (from < 0) return null
  const line = text.slice(from, from + LONGEST).replace(/^[\s:*]{1,8}/u, '')
  const end = SENTENCE_END.exec(line)
  const stated = (end === null ? line : line.slice(0, end.index)).replaceAll('**', '').trim()
  const cut = end === null && from + LONGEST < text.length
  const holdsWords = /[a-zA-Z]{2}/u.test(stated.replaceAll(/\\[a-zA-Z]+/gu, ''))
  return stated === '' || cut || holdsWords ? null : stated
}
