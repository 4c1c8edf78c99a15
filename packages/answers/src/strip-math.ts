const COMMAND = /\\(?:[a-zA-Z]+|[^a-zA-Z])/uy
const DROPPED = new Set(['\\left', '\\right', '\\!', '\\,', '\\;', '\\:', '\\ ', '\\$', '\\%', '\\displaystyle'])
const DEGREES = ['^{\\circ}', '^\\circ', '\\degree', '°']

/**
 * Strips what does not change a mathematical answer's value: white space, `$` and `%`, LaTeX spacing, `\left` and
 * `\right`, degree signs; `\dfrac` and `\tfrac` become `\frac`, a typographic minus becomes `-`, `{,}` a comma. White
 * space between two digits is kept as one space, since `1 1/2` is not 11/2. Linear in the text's length.
 */
export function stripMath(text: string): string {
  const kept: string[] = []
  let spaced = false
  let at = 0
  while (at < text.length) {
    const token = tokenAt(text, at)
    at += token.length
    if (token.trim() === '' || token === '~') {
      spaced = true
      continue
    }
    if (token === '$' || token === '%' || DROPPED.has(token)) continue
    if (spaced && isDigit(token) && isDigit(kept.at(-1))) kept.push(' ')
    spaced = false
    kept.push(plainToken(token))
  }
  const stripped = kept.join('').replaceAll('{,}', ',')
  return DEGREES.reduce((rest, sign) => rest.replaceAll(sign, ''), stripped)
}

function tokenAt(text: string, at: number): string {
  COMMAND.lastIndex = at
  return COMMAND.exec(text)?.[0] ?? text[at] ?? ''
}

function plainToken(token: string): string {
  if (token === '\\dfrac' || token === '\\tfrac') return '\\frac'
  return token === '−' || token === '–' ? '-' : token
}

function isDigit(token: string | undefined): boolean {
  return token !== undefined && token.length === 1 && token >= '0' && token <= '9'
}
