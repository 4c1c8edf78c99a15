const LETTER =
  /(?<![\w°^\\])\(([A-Z])\)|\*\*\(?([A-Z])\)?[.:)]?\*\*|(?:[Oo]ption|[Cc]hoice|[Ll]etter)\s(?:\*\*)?([A-Z])(?![A-Za-z0-9'’])|(?:^|\n)[\s*]{0,4}([A-Z])[.)]?[\s*]{0,4}$/gu
const REFUSED = /\b(?:not|wrong|incorrect|false|eliminated?|rules? out|ruled out|excluded?)\b|n't/iu
/** Where a response comes to its end; letters before are its way there. */
const ENDING = 320

/** Finds the letter of a choice that a response names last, upper case, as it ends and not to refuse it; null where it names none. */
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
