const FORMULA = /\$\$?([^$]{1,200})\$\$?|\\\(((?:(?!\\[()]).){1,200})\\\)|\\\[((?:(?!\\[[\]]).){1,200})\\\]/gsu
const NUMBER = /(?<![\w.,])(?:[-−](?=[$€£]?\d))?[$€£]?\d[\d,]*(?:\.\d+)?(?:\/\d+)?%?/gu
const VALUE = /[\dA-Za-z]/u

/** Finds the number or formula a response names last; of a chain of equations its last side. Null if it names none. */
export function lastMath(text: string): string | null {
  let found: { readonly at: number; readonly end: number; readonly text: string } | null = null
  for (const match of text.matchAll(FORMULA)) {
    const inner = (match[1] ?? match[2] ?? match[3] ?? '').trim()
    if (VALUE.test(inner)) found = { at: match.index, end: match.index + match[0].length, text: lastSide(inner) }
  }
  for (const match of text.matchAll(NUMBER)) {
    if (found === null || match.index >= found.end)
      found = { at: match.index, end: match.index + match[0].length, text: match[0].replace(/(?<![,.])[,.]+$/u, '') }
  }
  return found?.text ?? null
}

function lastSide(formula: string): string {
  const side = formula.slice(formula.lastIndexOf('=') + 1).trim()
  return side === '' || /[<>]|\\[lg]e/u.test(formula) ? formula : side
}

const MONTH = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const DATE = new RegExp(
  [
    String.raw`(?<![\d/.-])(?:\d{4}[/-]\d{1,2}[/-]\d{1,2}|\d{1,2}([/.-])\d{1,2}\1(?:\d{4}|\d{2}))(?![\d/-]|\.\d)`,
    String.raw`(?<![a-z])(?:${MONTH})[a-z]{0,6}\.? (?:the )?\d{1,2}(?:st|nd|rd|th)?,? \d{4}(?!\d)`,
    String.raw`(?<!\d)\d{1,2}(?:st|nd|rd|th)?[ -](?:day of |of )?(?:${MONTH})[a-z]{0,6}\.?,?[ -]\d{4}(?!\d)`,
  ].join('|'),
  'giu',
)

/** Finds the date a text names last, as it is written; null if it names none. */
export function lastDate(text: string): string | null {
  let last: string | null = null
  for (const [date] of text.matchAll(DATE)) last = date
  return last
}

const LETTER =
  /(?<![\w°^\\])\(([A-Z])\)|\*\*\(?([A-Z])\)?[.:)]?\*\*|(?:[Oo]ption|[Cc]hoice|[Ll]etter)\s(?:\*\*)?([A-Z])(?![A-Za-z0-9'’])|(?:^|\n)[\s*]{0,4}([A-Z])[.)]?[\s*]{0,4}$/gu
const REFUSED = /\b(?:not|wrong|incorrect|false|eliminated?|rules? out|ruled out|excluded?)\b|n't/iu
/** How many characters at the end of a response hold its conclusion; letters before that are part of the reasoning. */
const ENDING = 320

/**
 * Finds the letter of the choice that a response names last, upper case, in its conclusion and not to reject it; null
 * if there is none.
 */
export function lastLetter(text: string): string | null {
  const ending = text.slice(-ENDING)
  let letter: string | null = null
  for (const match of ending.matchAll(LETTER)) {
    const before = ending.slice(0, match.index)
    const from = Math.max(before.lastIndexOf('. '), before.lastIndexOf('\n')) + 1
    const after = ending.slice(match.index).split(/[.\n]/u, 1)[0] ?? ''
    if (!REFUSED.test(before.slice(from) + after)) letter = match.slice(1).find((each) => each !== undefined) ?? null
  }
  return letter
}

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

/** The last `most` of some items, however many there are; at no time are more than twice as many held. */
export function lastOf<Item>(items: Iterable<Item>, most: number): Item[] {
  const last: Item[] = []
  for (const item of items) {
    last.push(item)
    if (last.length === 2 * most) last.splice(0, most)
  }
  return last.slice(-most)
}
