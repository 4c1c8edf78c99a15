import { splitTokens } from './split-tokens.js'
import type { Token } from './token.js'

const CONSTANTS = new Set(['\\pi', 'e', 'i', '\\infty', '\\emptyset'])
const NAMING = ['=', '∈', '≈']

/** The variable that `x = …`, `x ∈ …` or `f(x) = …` says the value of, as written; null where there is none. */
export function soleVariable(tokens: readonly Token[]): string | null {
  const at = namingSign(tokens)
  return at < 0
    ? null
    : tokens
        .slice(0, at)
        .map(({ text }) => text)
        .join('')
}

/** What `x = …` says x is; everything where no variable is named. */
export function dropVariable(tokens: readonly Token[]): readonly Token[] {
  const at = namingSign(tokens)
  return at < 0 ? tokens : tokens.slice(at + 1)
}

function namingSign(tokens: readonly Token[]): number {
  const sides = splitTokens(tokens, ...NAMING)
  const [named = []] = sides
  if (sides.length !== 2 || !namesOne(named)) return -1
  return named.length
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
