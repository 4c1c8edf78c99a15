const LONGEST = 80
const SET = String.raw`(?:\\(?:text|textrm|mbox|mathrm)\s?\{|\}|,|\\[,; ]|\s|[()])`
const WORDS = String.raw`(?:(?:for|where|with|and)\s{1,2})?(?:(?:any|all|some|every|each|an?|arbitrary|real)\s{1,2}){0,3}`
const NAME = String.raw`([A-Za-z](?:_\{?\d\}?)?)`
/** `for any constant c`, and `where c is a constant`. */
const FOR_ANY = new RegExp(`${SET}{1,6}${WORDS}constants?${SET}{1,6}${NAME}${SET}{0,4}[.$]{0,2}$`, 'u')
const WHERE_IS = new RegExp(
  `${SET}{1,6}(?:for|where|with|and)${SET}{1,6}${NAME}${SET}{1,6}(?:is|being|=)${SET}{1,4}${WORDS}constants?${SET}{0,4}[.$]{0,2}$`,
  'u',
)

/**
 * Drops a remark at an answer's end that a letter in it is a constant, `cx \\text{ for any constant } c` is `cx`. Any other
 * condition stays, as it changes the answer.
 */
export function dropQualifier(text: string): string {
  const tail = Math.max(0, text.length - LONGEST)
  for (const pattern of [FOR_ANY, WHERE_IS]) {
    const match = pattern.exec(text.slice(tail))
    if (match === null) continue
    const quantity = text.slice(0, tail + match.index)
    if (quantity.trim() !== '' && quantity.includes(match[1] ?? '')) return quantity
  }
  return text
}
