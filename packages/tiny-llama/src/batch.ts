import { type Past, sharedTokens } from './forward/attention.js'
import { type Llama, MOST_ROWS, MOST_SEQUENCES, type Row } from './forward/llama.js'
import { chooseToken, drawnToken, type DrawnToken, type Sampling } from './sampling.js'

/**
 * Continuous batching: generates several answers at once, a token of each in every step; any may join or leave between
 * steps. An answer depends on its own draw alone.
 */
export class Batch {
  /** In the order they came. */
  readonly #written = new Set<Sequence>()
  /** Free caches, the least recently used first. */
  readonly #free: Past[]

  constructor(private readonly llama: Llama) {
    this.#free = [...llama.pasts]
  }

  get isIdle(): boolean {
    return this.#written.size === 0
  }

  /** Begins an answer. Throws if there is no room for it, beside the others or in the model's context. */
  add(draw: Draw): Sequence {
    const { promptIds, maxTokens } = draw
    const { max_position_embeddings: context, vocab_size: vocabulary } = this.llama.config
    if (this.#written.size >= MOST_SEQUENCES) throw new Error(`more than ${MOST_SEQUENCES} answers at once`)
    if (promptIds.length === 0 || maxTokens < 1 || promptIds.length + maxTokens > context) {
      throw new Error(`${promptIds.length} tokens and ${maxTokens} more do not fit a context of ${context}`)
    }
    if (promptIds.some((id) => id >= vocabulary))
      throw new Error(`a token from ${vocabulary} up is none of the model's`)
    const sequence: Sequence = { draw, tokens: [], finish: null, cachedTokens: 0, past: null }
    this.#written.add(sequence)
    return sequence
  }

  /** Ends an answer where it stands. */
  drop(sequence: Sequence): void {
    if (!this.#written.delete(sequence) || sequence.past === null) return
    this.#free.push(sequence.past)
  }

  /** Computes one token of every answer whose prompt has been read, and continues the prompts of the others. */
  step(): void {
    for (const sequence of this.#written) if (sequence.past === null) this.#begin(sequence)
    const begun = [...this.#written].filter(({ past }) => past !== null)
    // Generating answers come first: a long prompt must not hold them up.
    const ordered = begun.toSorted((one, other) => Math.sign(other.tokens.length) - Math.sign(one.tokens.length))
    const rows: Row[] = []
    const asking: Sequence[] = []
    for (const sequence of ordered) {
      const next = nextRows(sequence, MOST_ROWS - rows.length)
      rows.push(...next)
      if (next.at(-1)?.wantsLogits === true) asking.push(sequence)
    }
    if (rows.length === 0) return
    const logits = this.llama.read(rows)
    const size = this.llama.config.vocab_size
    asking.forEach((sequence, place) => this.#append(sequence, logits.subarray(place * size, (place + 1) * size)))
  }

  /** Takes a cache for a sequence, unless another is reading the same prompt: then it waits, to reuse that. */
  #begin(sequence: Sequence): void {
    const { promptIds } = sequence.draw
    const isRead = [...this.#written].some(
      ({ draw, past, tokens }) => past !== null && tokens.length === 0 && isSame(draw.promptIds, promptIds),
    )
    const past = isRead ? undefined : this.#free.shift()
    if (past === undefined) return
    const shared = (other: Past): number => sharedTokens(other, promptIds)
    const nearest = this.llama.pasts.reduce((best, other) => (shared(other) > shared(best) ? other : best), past)
    // The prompt's last token is always computed: the first of the answer comes from it.
    sequence.cachedTokens = Math.min(shared(nearest), promptIds.length - 1)
    sequence.past = past
    this.llama.beginWith(past, nearest, sequence.cachedTokens)
  }

  #append(sequence: Sequence, logits: Float32Array): void {
    const { draw, tokens } = sequence
    const id = chooseToken(logits, draw.sampling, draw.random())
    tokens.push(drawnToken(logits, id, draw.alternatives))
    if (id === this.llama.config.eos_token_id) sequence.finish = 'stop'
    else if (tokens.length >= draw.maxTokens) sequence.finish = 'length'
    if (sequence.finish !== null) this.drop(sequence)
  }
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id, place) => id === other[place])
}

/** The rest of a prompt, or the token drawn last. */
function nextRows({ draw, tokens, past }: Sequence, most: number): Row[] {
  if (past === null) return []
  const last = tokens.at(-1)
  if (last !== undefined) return [{ token: last.id, past, wantsLogits: true }]
  const from = past.ids.length
  const length = draw.promptIds.length
  return draw.promptIds
    .slice(from, from + most)
    .map((token, place) => ({ token, past, wantsLogits: from + place + 1 === length }))
}

/** A draw: one answer to one prompt. */
export interface Draw {
  readonly promptIds: readonly number[]
  readonly sampling: Sampling
  readonly maxTokens: number
  /** How many of the likeliest tokens to return with each token. */
  readonly alternatives: number
  /** Numbers in [0, 1), one for each token. */
  readonly random: () => number
}

/** An answer during and after its generation. */
export interface Sequence {
  readonly draw: Draw
  readonly tokens: DrawnToken[]
  /** Null while it is being generated. */
  finish: 'stop' | 'length' | null
  /** How many tokens of the prompt were cached by another sequence. */
  cachedTokens: number
  /** Null until it begins. */
  past: Past | null
}
