import type { Rational } from '../expression/rational.js'

/** Arithmetic and algebra as it was written. `name` is a symbol, a constant or a word that stands for itself. */
export type Node =
  | { readonly kind: 'number'; readonly value: Rational }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'sum'; readonly terms: readonly Node[] }
  | { readonly kind: 'product'; readonly left: Node; readonly right: Node }
  | { readonly kind: 'quotient'; readonly top: Node; readonly bottom: Node }
  | { readonly kind: 'power'; readonly base: Node; readonly exponent: Node }
  | { readonly kind: 'root'; readonly radicand: Node; readonly degree: Node }
  | { readonly kind: 'call'; readonly function: string; readonly parts: readonly Node[] }

export function numberNode(value: Rational): Node {
  return { kind: 'number', value }
}

export function callNode(name: string, ...parts: readonly Node[]): Node {
  return { kind: 'call', function: name, parts }
}

/** The opposite of a value. */
export function negative(node: Node): Node {
  return { kind: 'product', left: numberNode({ top: -1n, bottom: 1n }), right: node }
}
