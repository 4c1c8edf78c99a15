/**
 * Writes every `\frac` with both its braces, as `\frac12` and `\frac{1}2` mean `\frac{1}{2}`. An argument that is
 * itself a command is left as it stands. White space must be gone before. Linear in the text's length.
 */
export function braceFractions(text: string): string {
  const kept: string[] = []
  /** Arguments still due to the fraction of each open group; the last entry is the innermost group's. */
  const due: number[] = [0]
  let at = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    const here = due.length - 1
    const expected = due[here] ?? 0
    if (text.startsWith('\\frac', at)) {
      due[here] = 2
      kept.push('\\frac')
      at += '\\frac'.length
      continue
    }
    if (char === '{') {
      due[here] = Math.max(0, expected - 1)
      due.push(0)
      kept.push(char)
    } else if (char === '}') {
      if (due.length > 1) due.pop()
      kept.push(char)
    } else if (expected > 0 && /[a-zA-Z0-9]/u.test(char)) {
      due[here] = expected - 1
      kept.push(`{${char}}`)
    } else {
      due[here] = 0
      kept.push(char)
    }
    at += 1
  }
  return kept.join('')
}
