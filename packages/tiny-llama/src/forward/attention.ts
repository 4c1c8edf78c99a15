import type { Held, Kernel } from './kernel.js'

interface HeadShape {
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

/** Rotary position embedding (RoPE, halves rotated as Hugging Face stores them). */
export class Rotary {
  readonly #cosines: Float32Array
  readonly #sines: Float32Array

  constructor(
    private readonly shape: HeadShape,
    base: number,
  ) {
    const half = shape.headSize / 2
    const angle = (at: number): number => Math.floor(at / half) / base ** ((2 * (at % half)) / shape.headSize)
    this.#cosines = Float32Array.from({ length: shape.positions * half }, (_, at) => Math.cos(angle(at)))
    this.#sines = Float32Array.from({ length: shape.positions * half }, (_, at) => Math.sin(angle(at)))
  }

  /** Rotates one row of heads for its position, in place. */
  turn(values: Float32Array, row: number, position: number): void {
    const { heads, headSize } = this.shape
    const half = headSize / 2
    for (let head = 0; head < heads; head += 1) {
      const start = (row * heads + head) * headSize
      for (let at = 0; at < half; at += 1) {
        const cosine = this.#cosines[position * half + at] ?? 0
        const sine = this.#sines[position * half + at] ?? 0
        const one = values[start + at] ?? 0
        const other = values[start + half + at] ?? 0
        values[start + at] = one * cosine - other * sine
        values[start + half + at] = other * cosine + one * sine
      }
    }
  }
}

interface NormedRows {
  readonly from: Float32Array
  readonly to: Float32Array
  readonly rows: number
}

/** Scales each of the first rows to a root mean square of 1, then by the weights. */
export function rmsNorm({ from, to, rows }: NormedRows, weights: Float32Array, epsilon: number): void {
  const width = weights.length
  for (let start = 0; start < rows * width; start += width) {
    let squares = 0
    for (let at = start; at < start + width; at += 1) squares += (from[at] ?? 0) ** 2
    const scale = 1 / Math.sqrt(squares / width + epsilon)
    for (let at = 0; at < width; at += 1) to[start + at] = (from[start + at] ?? 0) * scale * (weights[at] ?? 0)
  }
}

/** The key-value cache of one sequence: a key and a value for each token, in each layer. */
export interface Past {
  readonly keys: readonly Held[]
  readonly values: readonly Held[]
  /** The tokens it holds, from the first; anything behind them is garbage. */
  readonly ids: number[]
}

/** Returns the length of the common prefix of a sequence and a cache. */
export function sharedTokens({ ids }: Past, sequence: readonly number[]): number {
  const differing = ids.findIndex((id, place) => id !== sequence[place])
  return differing < 0 ? ids.length : differing
}

/** Starts over with the first tokens of another sequence, each `width` numbers wide. */
export function beginWith(past: Past, other: Past, tokens: number, width: number): void {
  past.ids.splice(0, Infinity, ...other.ids.slice(0, tokens))
  if (past === other) return
  const copy = (to: readonly Held[], from: readonly Held[]): void =>
    to.forEach((held, layer) => held.set(from[layer]?.subarray(0, tokens * width) ?? []))
  copy(past.keys, other.keys)
  copy(past.values, other.values)
}
