/** Phrases that introduce an answer; `is` may be bold, and the question's subject may stand in between. */
const STATED =
  /(?<![A-Za-z])answer(?:s)?(?: to (?:the|this|your) [a-z ]{1,30})?[*_]{0,2}\s?(?:is|are|would be|will be|must be|should be|equals|=|:)(?=[\s:*$\\(["'“]|$)/giu
const LONGEST = 240
/** A full stop that ends the sentence, not a decimal point or an abbreviation's. */
const SENTENCE_END = /(?<!\b[A-Za-z])[.!?](?=\s|$|["'”*)])|\n/u
const OPENING = /^[\s:*_]{1,8}/u
const MOST_STATED = 16

/** Finds what a response states as its answer, `answer is …` and `Answer: …`, the last first: each up to its sentence's end. */
export function statedPhrases(text: string): string[] {
  const ends: number[] = []
  for (const match of text.matchAll(STATED)) {
    ends.push(match.index + match[0].length)
    if (ends.length > MOST_STATED) ends.shift()
  }
  return ends.toReversed().flatMap((from) => {
    const line = ` ${text.slice(from, from + LONGEST)}`.replace(OPENING, '')
    const end = SENTENCE_END.exec(line)
    const isCut = end === null && from + LONGEST < text.length
    const phrase = (end === null ? line : line.slice(0, end.index)).replaceAll('**', '').trim()
    return isCut || phrase === '' ? [] : [phrase]
  })
}
