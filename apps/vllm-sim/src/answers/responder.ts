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

/** What a request asks of a model that writes its answer token by token. */
export type ModelAsk = Ask & {
  readonly promptTokenIds: readonly number[]
  readonly topP: number
  /** 0 where it is off. */
  readonly topK: number
  readonly minP: number
  /** Whether any penalty for repeating is asked for. */
  readonly isPenalised: boolean
  /** How many of the likeliest tokens are wanted with each token. */
  readonly alternatives: number
}

/** A token that might have stood at a place. */
export interface Alternative {
  readonly token: Token
  readonly logprob: number
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

/** As much of an answer as has been written; it has a finish once it is whole. */
export type Draft = Omit<Answer, 'kind' | 'finish'> & {
  readonly finish: Answer['finish'] | null
  /** The likeliest tokens at each place, the likeliest first; where there are none they are made up. */
  readonly alternatives?: readonly (readonly Alternative[])[]
  /** How many tokens of the prompt had been read for another answer. */
  readonly cachedTokens?: number
}

/** An answer that is written only once it has a slot. Ends without a finish where the signal fires. */
export type Write = (signal: AbortSignal) => AsyncIterable<Draft>

export type Refusal = { readonly kind: 'refused'; readonly message: string }

/** Knows what a request is answered, or why it cannot be. */
export type PlayedResponder = (ask: Ask) => Answer | Refusal

/** Decides what a request is answered, now or as it is written, or why it cannot be. */
export type Responder = (ask: ModelAsk) => Answer | { readonly kind: 'writing'; readonly write: Write } | Refusal
