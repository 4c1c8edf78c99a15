import { addExpressions, expressionKey, scale } from '../expression/expression.js'
import { asTerm } from '../expression/multiply.js'
import { MINUS_ONE } from '../expression/rational.js'
import { readExpression } from './read-expression.js'
import { splitTokens } from './split-tokens.js'
import type { Token } from './token.js'

const FLIPPED: Readonly<Record<string, string>> = { '>': '<', '≥': '≤' }
const SIGNS = ['=', '≈', '<', '>', '≤', '≥', '≠', '≡', '∈']

/** Gives the key of an equation or inequality, whichever side is written first; null where it is neither. */
export function relationKey(tokens: readonly Token[], keyOf: (side: readonly Token[]) => string): string | null {
  const sides = splitTokens(joinSigns(tokens), ...SIGNS)
  if (sides.length === 1) return null
  const signs = signsOf(joinSigns(tokens))
  if (signs.every((sign) => sign === '≈')) return keyOf(sides[0] ?? [])
  if (signs.every((sign) => sign === '=')) return equationKey(sides, keyOf)
  const flips = signs.every((sign) => sign in FLIPPED)
  const [ordered, written] = flips ? [sides.toReversed(), signs.toReversed()] : [sides, signs]
  const keys = ordered.map(keyOf)
  if (written.length === 1 && written[0] === '≠') keys.sort()
  return keys.map((key, at) => `${key}${flips ? (FLIPPED[written[at] ?? ''] ?? '') : (written[at] ?? '')}`).join('')
}

/** `<` with `=` is ≤, as plain text writes it. */
function joinSigns(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (const token of tokens) {
    const last = joined.at(-1)
    const sign =
      token.text === '=' && last?.kind === 'operator' ? { '<': '≤', '>': '≥', '!': '≠' }[last.text] : undefined
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

/** Sides that are one value are that value; two that differ are an equation, brought to one side. */
function equationKey(sides: readonly Token[][], keyOf: (side: readonly Token[]) => string): string {
  const keys = [...new Set(sides.map(keyOf))]
  if (keys.length === 1) return keys[0] ?? ''
  const [left = [], right = []] = sides
  if (sides.length > 2) return keys.join('=')
  const difference = addExpressions(readExpression(left), scale(readExpression(right), MINUS_ONE))
  const [factor] = asTerm(difference).factors.values()
  const onlyFactor = asTerm(difference).factors.size === 1 ? factor : undefined
  return `${expressionKey(onlyFactor?.sum ?? difference)}=0`
}
