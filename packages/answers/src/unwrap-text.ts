const WRAPPER = /\\(?:text(?:bf|it|rm|normal)?|math(?:rm|bf|it)|mbox)\s{0,4}\{/uy

/**
 * Strips text formatting from LaTeX: `\text{…}`, `\mathrm{…}`, `\mbox{…}` and the like leave their content. An escaped
 * character keeps its backslash. Linear in the text's length.
 */
export function unwrapText(text: string): string {
  const kept: string[] = []
  const open: boolean[] = []
  let at = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === '\\') {
      WRAPPER.lastIndex = at
      const wrapper = WRAPPER.exec(text)?.[0]
      if (wrapper === undefined) kept.push(text.slice(at, at + 2))
      else open.push(true)
      at += wrapper?.length ?? 2
      continue
    }
    if (char === '{') open.push(false)
    const wrapped = char === '}' && open.pop() === true
    if (!wrapped) kept.push(char)
    at += 1
  }
  return kept.join('')
}
