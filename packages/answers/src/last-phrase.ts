const LONGEST = 80
const MOST_WORDS = 8
const TAIL = 4_000

/** Finds the short phrase a response ends with, on a line of its own; null if its last line is prose. */
export function lastPhrase(text: string): string | null {
  const line = text
    .slice(-TAIL)
    .split('\n')
    .findLast((each) => each.trim() !== '')
    ?.replaceAll(/^[\s#>*-]{1,8}|\*\*/gu, '')
    .trim()
  if (line === undefined || line.length > LONGEST || line.split(/\s+/u).length > MOST_WORDS) return null
  return /[\p{L}\p{N}]/u.test(line) ? line : null
}
