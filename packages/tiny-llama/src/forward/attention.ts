import type { Held, Kernel } from './kernel.js'

export interface HeadShape {
  readonly heads: number
  readonly headSize: number
  readonly positions: number
}

/** One row and its context: the keys and values of its sequence up to its own position. */
interface Look {
  readonly queries: Held
  readonly to: Held
  readonly row: number
  readonly keys: Held
  readonly values: Held
  readonly position: number
}

/** Softmax attention: mixes the values of a sequence by how well their keys match a query, each head separately. */
export class Attention {
  readonly #scores: Held

  constructor(
    private readonly kernel: Kernel,
    private readonly shape: HeadShape,
  ) {
    this.#scores = kernel.take(shape.positions)
  }

  /** Writes a row's attention output. */
  attend({ queries, to, row, keys, values, position }: Look): void {
    const { heads, headSize: size } = this.shape
    const stride = heads * size
    const count = position + 1
    for (let head = 0; head < heads; head += 1) {
      const mine = row * stride + head * size
      const past = { from: head * size, size, stride }
      this.kernel.score({ of: queries, from: mine, size, stride }, { of: keys, ...past }, this.#scores, count)
      softmax(this.#scores, count, 1 / Math.sqrt(size))
      this.kernel.mix({ of: values, ...past }, { of: to, from: mine, size, stride }, this.#scores, count)
    }
  }
}

/** Turns the first scores into shares that add up to 1. */
function softmax(scores: Float32Array, count: number, scale: number): void {
  let best = -Infinity
  for (let at = 0; at < count; at += 1) best = Math.max(best, scores[at] ?? 0)
  let total = 0
  for (let at = 0; at < count; at += 1) total += scores[at] = Math.exp(((scores[at] ?? 0) - best) * scale)
  for (let at = 0; at < count; at += 1) scores[at] = (scores[at] ?? 0) / total
}
