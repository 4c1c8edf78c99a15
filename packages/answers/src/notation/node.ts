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

/** Substitutes a value for a variable. */
export function substitute(node: Node, variable: string, value: Node): Node {
  const inside = (part: Node): Node => substitute(part, variable, value)
  switch (node.kind) {
    case 'number':
      return node
    case 'name':
      return node.name === variable ? value : node
    case 'sum':
      return { ...node, terms: node.terms.map(inside) }
    case 'product':
      return { ...node, left: inside(node.left), right: inside(node.right) }
    case 'quotient':
      return { ...node, top: inside(node.top), bottom: inside(node.bottom) }
    case 'power':
      return { ...node, base: inside(node.base), exponent: inside(node.exponent) }
    case 'root':
      return { ...node, radicand: inside(node.radicand), degree: inside(node.degree) }
    case 'call':
      return { ...node, parts: node.parts.map(inside) }
  }
}
