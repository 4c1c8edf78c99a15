import { splitTokens, type Token } from './tokens.js'

const CONSTANTS = new Set(['\\pi', 'e', 'i', '\\infty', '\\emptyset'])

/** The variable whose value `x = …`, `5 = x`, `x ∈ …` or `f(x) = …` states, as written; null if there is none. */
export function soleVariable(tokens: readonly Token[]): string | null {
  const named = namedSide(tokens)
  return named === null ? null : named.name.map(({ text }) => text).join('')
}

/** The right-hand side of `x = …`; everything if no variable is named. */
export function dropVariable(tokens: readonly Token[]): readonly Token[] {
  return namedSide(tokens)?.value ?? tokens
}

/** A variable that stands alone, with a subscript or without; null for anything else. */
export function soleName(tokens: readonly Token[]): string | null {
  const [first, second] = tokens
  if (first?.kind !== 'symbol' || CONSTANTS.has(first.text) || first.text.startsWith('\\mathbb')) return null
  return tokens.length === 1 || (second?.text === '_' && tokens.length <= 5)
    ? tokens.map(({ text }) => text).join('')
    : null
}

function namedSide(
  tokens: readonly Token[],
): { readonly name: readonly Token[]; readonly value: readonly Token[] } | null {
  const sides = splitTokens(tokens, '=', '∈', '≈')
  const [left = [], right = []] = sides
  if (sides.length !== 2) return null
  if (namesOne(left)) return { name: left, value: right }
  const isEquation = splitTokens(tokens, '=').length === 2
  return isEquation && soleName(right) !== null && !left.some(({ kind }) => kind === 'symbol')
    ? { name: right, value: left }
    : null
}

/** One symbol or word, with a subscript or arguments or without: x, x_1, f(x), (x, y). */
function namesOne(tokens: readonly Token[]): boolean {
  const [first, second] = tokens
  if (first === undefined || CONSTANTS.has(first.text)) return false
  const named = first.kind === 'symbol' || first.kind === 'word'
  if (named && tokens.length === 1) return true
  if (named && second?.text === '_') return tokens.length <= 5
  const inner = named ? tokens.slice(2, -1) : tokens.slice(1, -1)
  const open = named ? second : first
  if (open?.text !== '(' || tokens.at(-1)?.text !== ')' || inner.length === 0) return false
  return splitTokens(inner, ',').every(([one, ...more]) => one?.kind === 'symbol' && more.length === 0)
}
