import { splitTokens } from './split-tokens.js'
import type { Token } from './token.js'

const SIGNS = ['=', '≈', '<', '>', '≤', '≥', '≠', '≡', '∈']
const JOINED: Readonly<Record<string, string>> = { '<': '≤', '>': '≥', '!': '≠' }

/** The sides of an equation or inequality and the signs between them; no sign and one side if it is neither. */
export function splitRelation(tokens: readonly Token[]): {
  readonly sides: readonly (readonly Token[])[]
  readonly signs: readonly string[]
} {
  const joined = joinSigns(tokens)
  return { sides: splitTokens(joined, ...SIGNS), signs: signsOf(joined) }
}

/** `<` with `=` is ≤, as plain text writes it. */
function joinSigns(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (const token of tokens) {
    const last = joined.at(-1)
    const sign = token.text === '=' && last?.kind === 'operator' ? JOINED[last.text] : undefined
    if (last !== undefined && sign !== undefined) joined[joined.length - 1] = { ...last, text: sign }
    else joined.push(token)
  }
  return joined
}

function signsOf(tokens: readonly Token[]): string[] {
  let depth = 0
  const signs: string[] = []
  for (const { kind, text } of tokens) {
    if (kind === 'open') depth += 1
    if (kind === 'close') depth -= 1
    if (depth === 0 && kind === 'operator' && SIGNS.includes(text)) signs.push(text)
  }
  return signs
}
