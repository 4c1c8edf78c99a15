import { Unreadable } from '../unreadable.js'
import { splitTokens } from './split-tokens.js'
import type { Token } from './token.js'

/**
 * Returns the key of a matrix, from what stands in its environment: parentheses and brackets are one, a determinant's
 * bars are not.
 */
export function matrixKey(open: string, inner: readonly Token[], keyOf: (cell: readonly Token[]) => string): string {
  const name = open.slice(1).replace('*', '')
  if (!/^(?:[bpvV]?(?:small)?matrix|array)$/u.test(name)) throw new Unreadable(`a ${name}`)
  const kind = /^[vV]/u.test(name) ? name : 'pmatrix'
  const rows = splitTokens(inner, '\\\\').filter((row, at, all) => row.length > 0 || at < all.length - 1)
  const cells = rows.map((row) => splitTokens(row, '&').map(keyOf).join('&'))
  return `\\begin{${kind}}${cells.join('\\\\')}\\end{${kind}}`
}
