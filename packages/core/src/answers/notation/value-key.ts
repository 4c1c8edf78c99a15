import { expressionKey } from '../expression/expression.js'
import { Unreadable } from '../unreadable.js'
import { readExpression } from './read-expression.js'
import { relationKey } from './relation-key.js'
import { splitTokens, withinBrackets } from './split-tokens.js'
import type { Token } from './token.js'
import { dropVariable, soleVariable } from './variable.js'

const MAX_DEPTH = 8
const MAX_CHOICES = 4

/**
 * Gives the key of a mathematical value: a number or expression, a list or set of them, a tuple or interval, a matrix,
 * an equation or inequality. A list's order and repetitions do not count, nor that of a set; a tuple's does.
 */
export function valueKey(tokens: readonly Token[], depth = 0): string {
  if (depth > MAX_DEPTH) throw new Unreadable('too deep')
  const parts = splitTokens(tokens, ',', ';')
  if (parts.length > 1) return listKey(parts, depth)
  const alone = dropVariable(tokens)
  if (alone.length < tokens.length) return valueKey(alone, depth + 1)
  const choices = eitherSign(tokens)
  if (choices.length > 1) return setKey(choices.map((choice) => valueKey(choice, depth + 1)))
  return unionKey(tokens, depth) ?? relationKey(tokens, (side) => valueKey(side, depth + 1)) ?? heldKey(tokens, depth)
}

/** The keys of a list's members, each once: its order does not count. A ± stands for two members. */
function memberKeys(parts: readonly Token[][], depth: number): string[] {
  const filled = parts.filter((part) => part.length > 0)
  if (filled.length === 0) throw new Unreadable('a list of nothing')
  const variables = filled.map(soleVariable)
  const [first] = variables
  const named = variables.filter((variable) => variable !== null)
  // `x = 1, x = 2` and `x = 1, 2` list values of one variable; `x = 1, y = 2` says which is which.
  const ofOne = named.every((variable) => variable === first) && [0, 1, filled.length].includes(named.length)
  const keys = filled.flatMap((part, at) => {
    const name = ofOne ? '' : `${variables[at] ?? ''}=`
    return eitherSign(dropVariable(part)).map((value) => `${name === '=' ? '' : name}${valueKey(value, depth + 1)}`)
  })
  return [...new Set(keys)].toSorted()
}

function listKey(parts: readonly Token[][], depth: number): string {
  return setKey(memberKeys(parts, depth))
}

function setKey(keys: readonly string[]): string {
  const members = [...new Set(keys)].toSorted()
  return members.length === 1 ? (members[0] ?? '') : `\\{${members.join(',')}\\}`
}

/** Every reading of ±: the upper signs, then the lower. */
function eitherSign(tokens: readonly Token[]): (readonly Token[])[] {
  const outside = splitTokens(tokens, '±')
  if (outside.length === 1) return [tokens]
  if (outside.length > MAX_CHOICES) throw new Unreadable('too many signs')
  return ['+', '-'].map((sign) =>
    tokens.map((token) => (token.kind === 'operator' && token.text === '±' ? { ...token, text: sign } : token)),
  )
}

function unionKey(tokens: readonly Token[], depth: number): string | null {
  const sets = splitTokens(tokens, '∪')
  if (sets.length === 1) return null
  return sets
    .map((set) => valueKey(set, depth + 1))
    .toSorted()
    .join('\\cup')
}

function heldKey(tokens: readonly Token[], depth: number): string {
  const held = withinBrackets(tokens)
  if (held === null) return ratioKey(tokens, depth)
  const { open, close, inner } = held
  if (open.startsWith('\\') && open !== '\\{') return matrixKey(open, inner, depth)
  const members = splitTokens(inner, ',', ';')
  if (open === '\\{') {
    if (inner.length === 0) return '\\emptyset'
    return `\\{${memberKeys(members, depth).join(',')}\\}`
  }
  if (members.length === 1) return valueKey(inner, depth + 1)
  return `${open}${members.map((member) => valueKey(member, depth + 1)).join(',')}${close}`
}

const MATRICES: Readonly<Record<string, string>> = { vmatrix: 'vmatrix', Vmatrix: 'Vmatrix', cases: 'cases' }

function matrixKey(open: string, inner: readonly Token[], depth: number): string {
  const name = open.slice(1).replace('*', '')
  if (!/^(?:[bpvV]?(?:small)?matrix|array)$/u.test(name)) throw new Unreadable(`a ${name}`)
  const kind = MATRICES[name] ?? 'pmatrix'
  const rows = splitTokens(inner, '\\\\').filter((row, at, all) => row.length > 0 || at < all.length - 1)
  const cells = rows.map((row) =>
    splitTokens(row, '&')
      .map((cell) => valueKey(cell, depth + 1))
      .join('&'),
  )
  return `\\begin{${kind}}${cells.join('\\\\')}\\end{${kind}}`
}

function ratioKey(tokens: readonly Token[], depth: number): string {
  const sides = splitTokens(tokens, ':')
  if (sides.length > 1) return sides.map((side) => valueKey(side, depth + 1)).join(':')
  return expressionKey(readExpression(tokens))
}
