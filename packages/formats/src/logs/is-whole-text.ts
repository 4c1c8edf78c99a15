const DROPPED = new Set('.,;:!?"\'*')

/**
 * Returns whether a log's answer is not an extracted answer but the whole response, as scorers that search the text
 * write it.
 */
export function isWholeText(answer: string, text: string): boolean {
  return answer === text || bare(answer) === bare(text)
}

/** Scorers trim, lower the case and drop punctuation at the ends. */
function bare(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isDropped(text.charAt(start))) start += 1
  while (end > start && isDropped(text.charAt(end - 1))) end -= 1
  return text.slice(start, end).toLowerCase()
}

function isDropped(character: string): boolean {
  return DROPPED.has(character) || character.trim() === ''
}
