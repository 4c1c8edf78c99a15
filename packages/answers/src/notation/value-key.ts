import { Unreadable, type Work } from '../numeric/work.js'
import { intervalsKey } from './interval.js'
import { nodeKey } from './node-key.js'
import { parseExpression } from './parse-expression.js'
import { parseRegion } from './parse-region.js'
import { relationKey } from './relation-key.js'
import { splitTokens, type Token, withinBrackets } from './tokens.js'
import { dropVariable, soleVariable } from './variable.js'

const MAX_DEPTH = 8
const MAX_CHOICES = 4
const BETWEEN = [',', ';', '∨']

/**
 * Returns the key of a mathematical value: a number or expression, a list or set of them, a tuple or interval, a
 * matrix, an equation or inequality. A list's order and repetitions do not count, nor that of a set; a tuple's does.
 */
export function valueKey(tokens: readonly Token[], work: Work, depth = 0): string {
  if (depth > MAX_DEPTH) throw new Unreadable('too deep')
  const inner = (part: readonly Token[]): string => valueKey(part, work, depth + 1)
  const region = parseRegion(tokens, work)
  if (region !== null) return intervalsKey(region)
  const parts = splitTokens(tokens, ...BETWEEN)
  if (parts.length > 1) return setKey(memberKeys(parts, inner))
  const alone = dropVariable(tokens)
  if (alone.length < tokens.length) return inner(alone)
  const choices = eitherSign(tokens)
  if (choices.length > 1) return setKey(choices.map(inner))
  return unionKey(tokens, inner) ?? relationKey(tokens, inner, work) ?? heldKey(tokens, inner, work)
}

type KeyOf = (tokens: readonly Token[]) => string

/** The keys of a list's members. A ± stands for two of them. */
function memberKeys(parts: readonly Token[][], keyOf: KeyOf): string[] {
  const filled = parts.filter((part) => part.length > 0)
  if (filled.length === 0) throw new Unreadable('a list of nothing')
  const variables = filled.map(soleVariable)
  const [first] = variables
  const named = variables.filter((variable) => variable !== null)
  // `x = 1, x = 2` and `x = 1, 2` list values of one variable; `x = 1, y = 2` says which is which.
  const ofOne = named.every((variable) => variable === first) && [0, 1, filled.length].includes(named.length)
  return filled.flatMap((part, at) => {
    const name = ofOne ? '' : `${variables[at] ?? ''}=`
    return eitherSign(dropVariable(part)).map((value) => `${name === '=' ? '' : name}${keyOf(value)}`)
  })
}

/** The members each once, in one order; one alone stands for itself. */
function setKey(keys: readonly string[]): string {
  const members = [...new Set(keys)].toSorted()
  return members.length === 1 ? (members[0] ?? '') : `\\{${members.join(',')}\\}`
}

/** Every reading of ± outside brackets, or of any: the upper signs, then the lower. */
function eitherSign(tokens: readonly Token[], anywhere = false): (readonly Token[])[] {
  const signs = anywhere ? tokens.filter(isEither).length : splitTokens(tokens, '±').length - 1
  if (signs === 0) return [tokens]
  if (signs >= MAX_CHOICES) throw new Unreadable('too many signs')
  return ['+', '-'].map((sign) => tokens.map((token) => (isEither(token) ? { ...token, text: sign } : token)))
}

function isEither({ kind, text }: Token): boolean {
  return kind === 'operator' && text === '±'
}

function unionKey(tokens: readonly Token[], keyOf: KeyOf): string | null {
  const sets = splitTokens(tokens, '∪')
  return sets.length === 1 ? null : [...new Set(sets.map(keyOf))].toSorted().join('\\cup')
}

function heldKey(tokens: readonly Token[], keyOf: KeyOf, work: Work): string {
  const held = withinBrackets(tokens)
  if (held === null) return ratioKey(tokens, keyOf, work)
  const { open, close, inner } = held
  if (open.startsWith('\\') && open !== '\\{') return matrixKey(open, inner, keyOf)
  if (open === '⌊' || open === '⌈') return nodeKey(parseExpression(tokens), work)
  if (open === '\\{' && inner.length === 0) return '\\emptyset'
  const members = splitTokens(inner, ...BETWEEN)
  if (open === '\\{' || open === '{') {
    if (members.length > 1 || open === '\\{') return setKey(memberKeys(members, keyOf))
    return keyOf(inner)
  }
  if (members.length === 1) return keyOf(inner)
  return `${open}${members.map(keyOf).join(',')}${close}`
}

function ratioKey(tokens: readonly Token[], keyOf: KeyOf, work: Work): string {
  if (tokens.some(isEither)) return setKey(eitherSign(tokens, true).map(keyOf))
  const sides = splitTokens(tokens, ':')
  if (sides.length > 1) return sides.map((side, place) => clockPart(side, place) ?? keyOf(side)).join(':')
  return hyphenatedDigits(tokens) ?? nodeKey(parseExpression(tokens), work)
}

/** The minutes of a time keep their zero: 3:05 is not 3:5. */
function clockPart([only, ...others]: readonly Token[], place: number): string | null {
  return place > 0 && only?.kind === 'number' && others.length === 0 && /^0\d$/u.test(only.text) ? only.text : null
}

/** Dates, telephone numbers, scores and ranges, 2019-11-12 and 3-2, are no arithmetic, nor is 5/1/21. */
function hyphenatedDigits(tokens: readonly Token[]): string | null {
  const [first, ...others] = tokens[0]?.text === '-' ? tokens.slice(1) : tokens
  if (first?.kind !== 'number' || others.length === 0) return null
  const isUnspaced = others.every(({ spaced }) => !spaced)
  const written = tokens.map(({ text }) => text).join('')
  const isDate = /^-?\d+(?:\.\d+)?(?:-\d+(?:\.\d+)?)+$/u.test(written) || /^\d{1,4}\/\d{1,2}\/\d{1,4}$/u.test(written)
  return isUnspaced && isDate ? written : null
}

/**
 * Returns the key of a matrix, from what stands in its environment: parentheses and brackets are one, a determinant's
 * bars are not.
 */
function matrixKey(open: string, inner: readonly Token[], keyOf: (cell: readonly Token[]) => string): string {
  const name = open.slice(1).replace('*', '')
  if (!/^(?:[bpvV]?(?:small)?matrix|array)$/u.test(name)) throw new Unreadable(`a ${name}`)
  const kind = /^[vV]/u.test(name) ? name : 'pmatrix'
  const rows = splitTokens(inner, '\\\\').filter((row, at, all) => row.length > 0 || at < all.length - 1)
  const cells = rows.map((row) => splitTokens(row, '&').map(keyOf).join('&'))
  return `\\begin{${kind}}${cells.join('\\\\')}\\end{${kind}}`
}
