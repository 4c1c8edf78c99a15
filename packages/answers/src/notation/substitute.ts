import type { Node } from './node.js'

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
