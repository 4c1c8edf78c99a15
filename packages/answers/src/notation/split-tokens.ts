import type { Token } from './token.js'

/** Splits where one of the separators stands outside every bracket; the separators are not kept. */
export function splitTokens(tokens: readonly Token[], ...separators: string[]): Token[][] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (token.kind === 'open') depth += 1
    if (token.kind === 'close') depth -= 1
    const divides = depth === 0 && token.kind === 'operator' && separators.includes(token.text)
    if (divides) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

/** The content of one pair of brackets that encloses all tokens; null if there is no such pair. */
export function withinBrackets(
  tokens: readonly Token[],
): { open: string; close: string; inner: readonly Token[] } | null {
  const [first] = tokens
  const last = tokens.at(-1)
  if (first?.kind !== 'open' || last?.kind !== 'close') return null
  let depth = 0
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'open') depth += 1
    if (token.kind === 'close') depth -= 1
    if (depth === 0 && at < tokens.length - 1) return null
  }
  return depth === 0 ? { open: first.text, close: last.text, inner: tokens.slice(1, -1) } : null
}
