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
