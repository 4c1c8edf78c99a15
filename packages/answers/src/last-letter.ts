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
