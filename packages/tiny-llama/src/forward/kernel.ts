import { packageFile } from '../package-file.js'

const PAGE_BYTES = 65_536

/** Numbers in the kernel's memory. */
export type Held = Float32Array<ArrayBuffer>

/** A linear map; `values` are its weights by input, then output. */
export interface Matrix {
  readonly values: Held
  readonly inputs: number
  readonly outputs: number
}

type Work = (...addressesThenSizes: readonly [number, number, number, number, number, number]) => void

interface Exports {
  readonly memory: WebAssembly.Memory
  readonly multiply: Work
  readonly score: Work
  readonly mix: Work
}

/**
 * One head's slice of what attention reads or mixes: it begins at `from`, with a distance of `stride` between
 * positions.
 */
export interface Strided {
  readonly of: Held
  readonly from: number
  readonly size: number
  readonly stride: number
}

/**
 * Multiplies in WebAssembly's own memory (`kernel/kernel.wat`), several times as fast as loops here. Each sum is added up in
 * one order, whatever is computed beside it: a row's result depends on that row alone.
 */
export class Kernel {
  readonly #memory: WebAssembly.Memory
  readonly #multiply: Work
  readonly #score: Work
  readonly #mix: Work
  #taken = 0

  /** Opens a kernel with room for this many numbers in all. */
  constructor(floats: number) {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(packageFile('kernel/kernel.wasm')))
    // TypeScript does not know the module's exports.
    const { memory, multiply, score, mix } = exports as unknown as Exports
    this.#memory = memory
    this.#multiply = multiply
    this.#score = score
    this.#mix = mix
    this.#memory.grow(Math.ceil((4 * floats) / PAGE_BYTES))
  }

  /** Allocates room for this many numbers, for the lifetime of the kernel. */
  take(floats: number): Held {
    const room = new Float32Array(this.#memory.buffer, this.#taken, floats)
    this.#taken += room.byteLength
    return room
  }

  /** Keeps the weights of a linear map, given by output, then input, as models are stored. */
  matrix(weights: Float32Array, { inputs, outputs }: Pick<Matrix, 'inputs' | 'outputs'>): Matrix {
    const values = this.take(inputs * outputs)
    for (let output = 0; output < outputs; output += 1) {
      for (let input = 0; input < inputs; input += 1) {
        values[input * outputs + output] = weights[output * inputs + input] ?? 0
      }
    }
    return { values, inputs, outputs }
  }

  /** Writes `to` = `from` × `matrix` for the first rows, in blocks of four that both must have room for. */
  multiply(matrix: Matrix, from: Held, to: Held, rows: number): void {
    const { values, inputs, outputs } = matrix
    this.#multiply(values.byteOffset, from.byteOffset, to.byteOffset, rows, inputs, outputs)
  }

  /** Writes into `scores` how well each of the first `count` keys fits a query. */
  score(query: Strided, keys: Strided, scores: Held, count: number): void {
    this.#score(addressOf(query), addressOf(keys), scores.byteOffset, count, keys.size, keys.stride)
  }

  /** Writes into `to` the first `count` values, each by its share. */
  mix(values: Strided, to: Strided, shares: Held, count: number): void {
    this.#mix(shares.byteOffset, addressOf(values), addressOf(to), count, values.size, values.stride)
  }
}

function addressOf({ of, from }: Strided): number {
  return of.byteOffset + 4 * from
}
