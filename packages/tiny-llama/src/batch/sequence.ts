import type { Past } from '../forward/past.js'
import type { DrawnToken } from '../sampling/drawn-token.js'
import type { Sampling } from '../sampling/sampling.js'

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
