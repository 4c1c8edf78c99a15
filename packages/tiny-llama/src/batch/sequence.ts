import type { Past } from '../forward/past.js'
import type { DrawnToken } from '../sampling/drawn-token.js'
import type { Sampling } from '../sampling/sampling.js'

/** What is drawn: one answer to one prompt. */
export interface Draw {
  readonly promptIds: readonly number[]
  readonly sampling: Sampling
  readonly maxTokens: number
  /** How many of the likeliest tokens are told with each token. */
  readonly alternatives: number
  /** Numbers in [0, 1), one for each token. */
  readonly random: () => number
}

/** An answer while it is written, and afterwards. */
export interface Sequence {
  readonly draw: Draw
  readonly tokens: DrawnToken[]
  /** Null while it is being written. */
  finish: 'stop' | 'length' | null
  /** How many tokens of the prompt had been read for another sequence. */
  cachedTokens: number
  /** Null until it begins. */
  past: Past | null
}
