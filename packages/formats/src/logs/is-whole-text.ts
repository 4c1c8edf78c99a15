const DROPPED = new Set('.,;:!?"\'*')

/**
 * Tells whether a log's answer is no extracted answer but its whole response, as scorers write it that search the text.
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
