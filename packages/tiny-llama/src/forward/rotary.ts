import type { HeadShape } from './attention.js'

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
