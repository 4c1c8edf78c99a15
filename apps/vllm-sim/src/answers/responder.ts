import type { Token } from './tokenize.js'

/** What a request asks, as far as the answer depends on it. */
export type Ask = {
  readonly prompt: string
  /** Null where the request leaves the choice to the server. */
  readonly seed: number | null
  readonly temperature: number
  /** Every sampling parameter, spelt: requests that differ in one draw different answers. */
  readonly sampling: string
  readonly maxTokens: number
}

export type Answer = {
  readonly kind: 'answer'
  readonly tokens: readonly Token[]
  /** Aligned with the tokens; null where none are known. */
  readonly logprobs: readonly number[] | null
  /** False where the tokens were not generated but cut from a recorded text, so that their ids mean nothing. */
  readonly hasTokenIds: boolean
  readonly finish: 'stop' | 'length'
  /** How many of the tokens, from the first, are thinking, the one that ends it included; none in most models. */
  readonly thinking?: number
}

/** Decides what a request is answered, or why it cannot be. */
export type Responder = (ask: Ask) => Answer | { readonly kind: 'refused'; readonly message: string }
