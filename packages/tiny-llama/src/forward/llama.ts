import {
  type LayerWeights,
  type LlamaConfig,
  type LlamaWeights,
  matrixFloats,
  takeWeights,
  type Tensors,
} from '../weights.js'
import { Attention, beginWith, type Past, rmsNorm, Rotary } from './attention.js'
import { type Held, Kernel } from './kernel.js'

/** One token on its way through the model; tokens of one sequence are consecutive. */
export interface Row {
  readonly token: number
  readonly past: Past
  /** Whether the next token is to be sampled. */
  readonly wantsLogits: boolean
}

/** The most tokens per forward pass; whole blocks of the kernel's. */
export const MOST_ROWS = 64

/** The most sequences generated together; half of the rows stay for prompts. */
export const MOST_SEQUENCES = 32

interface Placed {
  readonly past: Past
  readonly position: number
}

interface Room {
  readonly state: Held
  readonly normed: Held
  readonly query: Held
  readonly key: Held
  readonly value: Held
  readonly mixed: Held
  readonly gate: Held
  readonly up: Held
  readonly logits: Held
}

/** A Llama's forward pass over rows of any sequences at once; a row's result depends on its own sequence alone. */
export class Llama {
  readonly #kernel: Kernel
  readonly #weights: LlamaWeights
  readonly #rotary: Rotary
  readonly #attention: Attention
  readonly #room: Room
  readonly #attended: number
  /** A key-value cache for each concurrent sequence; a free one keeps its content. */
  readonly pasts: readonly Past[]

  constructor(
    readonly config: LlamaConfig,
    tensors: Tensors,
  ) {
    const { num_attention_heads: heads, head_dim: headSize, max_position_embeddings: positions } = config
    this.#attended = heads * headSize
    this.#kernel = new Kernel(floatsFor(config))
    this.#weights = takeWeights(this.#kernel, config, tensors)
    this.#rotary = new Rotary({ heads, headSize, positions }, config.rope_theta)
    this.#attention = new Attention(this.#kernel, { heads, headSize, positions })
    this.#room = this.#takeRoom()
    this.pasts = Array.from({ length: MOST_SEQUENCES }, () => this.#takePast())
  }

  /** Makes a cache hold the first tokens of another, or of itself, and no more. */
  beginWith(past: Past, other: Past, tokens: number): void {
    beginWith(past, other, tokens, this.#attended)
  }

  /**
   * Processes at most `MOST_ROWS` tokens, each cached in its `past`. Returns the logits of those rows that want them,
   * in their order, one after another: a view that the next call overwrites.
   */
  read(rows: readonly Row[]): Float32Array {
    const { hidden_size: hidden, rms_norm_eps: epsilon } = this.config
    const { state, normed, logits } = this.#room
    const placed = rows.map(({ token, past }, row) => {
      state.set(this.#weights.embedding.subarray(token * hidden, (token + 1) * hidden), row * hidden)
      return { past, position: past.ids.push(token) - 1 }
    })
    this.#weights.layers.forEach((weights, layer) => {
      this.#attend(placed, weights, layer)
      this.#feed(rows.length, weights)
    })
    const wanted = rows.flatMap(({ wantsLogits }, row) => (wantsLogits ? [row] : []))
    wanted.forEach((row, place) => state.copyWithin(place * hidden, row * hidden, (row + 1) * hidden))
    rmsNorm({ from: state, to: normed, rows: wanted.length }, this.#weights.last, epsilon)
    if (wanted.length > 0) this.#kernel.multiply(this.#weights.head, normed, logits, wanted.length)
    return logits.subarray(0, wanted.length * this.config.vocab_size)
  }

  #attend(rows: readonly Placed[], weights: LayerWeights, layer: number): void {
    const { state, normed, query, key, value, mixed } = this.#room
    const width = this.#attended
    rmsNorm({ from: state, to: normed, rows: rows.length }, weights.beforeAttention, this.config.rms_norm_eps)
    this.#kernel.multiply(weights.query, normed, query, rows.length)
    this.#kernel.multiply(weights.key, normed, key, rows.length)
    this.#kernel.multiply(weights.value, normed, value, rows.length)
    rows.forEach(({ position, past }, row) => {
      this.#rotary.turn(query, row, position)
      this.#rotary.turn(key, row, position)
      past.keys[layer]?.set(key.subarray(row * width, (row + 1) * width), position * width)
      past.values[layer]?.set(value.subarray(row * width, (row + 1) * width), position * width)
    })
    rows.forEach(({ position, past }, row) => {
      const keys = past.keys[layer]
      const values = past.values[layer]
      if (keys === undefined || values === undefined) throw new Error('a memory of another model')
      this.#attention.attend({ queries: query, to: mixed, row, keys, values, position })
    })
    this.#kernel.multiply(weights.attended, mixed, normed, rows.length)
    this.#add(rows.length)
  }

  #feed(rows: number, weights: LayerWeights): void {
    const { state, normed, gate, up } = this.#room
    rmsNorm({ from: state, to: normed, rows }, weights.beforeFeed, this.config.rms_norm_eps)
    this.#kernel.multiply(weights.gate, normed, gate, rows)
    this.#kernel.multiply(weights.up, normed, up, rows)
    for (let at = 0; at < rows * this.config.intermediate_size; at += 1) {
      const open = gate[at] ?? 0
      gate[at] = (open / (1 + Math.exp(-open))) * (up[at] ?? 0)
    }
    this.#kernel.multiply(weights.down, gate, normed, rows)
    this.#add(rows)
  }

  /** Residual connection: adds a layer part's output to its input. */
  #add(rows: number): void {
    const { state, normed } = this.#room
    for (let at = 0; at < rows * this.config.hidden_size; at += 1) state[at] = (state[at] ?? 0) + (normed[at] ?? 0)
  }

  #takeRoom(): Room {
    const { hidden_size: hidden, intermediate_size: feed, vocab_size: vocabulary } = this.config
    const take = (width: number): Held => this.#kernel.take(MOST_ROWS * width)
    return {
      state: take(hidden),
      normed: take(hidden),
      query: take(this.#attended),
      key: take(this.#attended),
      value: take(this.#attended),
      mixed: take(this.#attended),
      gate: take(feed),
      up: take(feed),
      logits: take(vocabulary),
    }
  }

  #takePast(): Past {
    const take = (): Held[] =>
      this.#weights.layers.map(() => this.#kernel.take(this.config.max_position_embeddings * this.#attended))
    return { keys: take(), values: take(), ids: [] }
  }
}

/** Counts the floats the model needs. */
function floatsFor(config: LlamaConfig): number {
  const { hidden_size: hidden, intermediate_size: feed, vocab_size: vocabulary, num_hidden_layers: layers } = config
  const attended = config.num_attention_heads * config.head_dim
  const room = MOST_ROWS * (2 * hidden + 4 * attended + 2 * feed + vocabulary)
  const pasts = MOST_SEQUENCES * layers * 2 * attended * config.max_position_embeddings
  return matrixFloats(config) + room + pasts + config.max_position_embeddings
}
