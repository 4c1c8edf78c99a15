/**
 * Nodes and weights of Gauss-Legendre quadrature on (−1, 1), exact for polynomials of degree below twice their number. By
 * Newton's method on the Legendre polynomial.
 */
export function gaussLegendre(size: number): (readonly [node: number, weight: number])[] {
  return Array.from({ length: size }, (_, at) => {
    let node = Math.cos((Math.PI * (at + 0.75)) / (size + 0.5))
    let slope = 1
    for (let round = 0; round < 8; round += 1) {
      let [before, now] = [1, node]
      for (let n = 2; n <= size; n += 1) [before, now] = [now, ((2 * n - 1) * node * now - (n - 1) * before) / n]
      slope = (size * (node * now - before)) / (node * node - 1)
      node -= now / slope
    }
    return [node, 2 / ((1 - node * node) * slope * slope)] as const
  })
}
