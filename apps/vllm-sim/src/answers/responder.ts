import type { Token } from './tokenizer.js'

/** The part of a request that determines its answer. */
export type Ask = {
  readonly prompt: string
  /** Null if the request leaves it to the server. */
  readonly seed: number | null
  readonly temperature: number
  /** Every sampling parameter as text: requests that differ in one draw different answers. */
  readonly sampling: string
  readonly maxTokens: number
}

/** A request to a model that generates its answer token by token. */
export type ModelAsk = Ask & {
  readonly promptTokenIds: readonly number[]
  readonly topP: number
  /** 0 if it is off. */
  readonly topK: number
  readonly minP: number
  /** Whether any repetition penalty is set. */
  readonly isPenalised: boolean
  /** How many of the likeliest tokens to return with each token. */
  readonly alternatives: number
}

/** An alternative token at a position. */
export interface Alternative {
  readonly token: Token
  readonly logprob: number
}

export type Answer = {
  readonly kind: 'answer'
  readonly tokens: readonly Token[]
  /** Aligned with the tokens; null if unknown. */
  readonly logprobs: readonly number[] | null
  /** False if the tokens were not generated but cut from a recorded text, so that their ids are meaningless. */
  readonly hasTokenIds: boolean
  readonly finish: 'stop' | 'length'
  /** How many of the first tokens are thinking, including the one that ends it; none in most models. */
  readonly thinking?: number
}

/** The part of an answer generated so far; it has a finish once it is complete. */
export type Draft = Omit<Answer, 'kind' | 'finish'> & {
  readonly finish: Answer['finish'] | null
  /** The likeliest tokens at each position, the likeliest first; made up if absent. */
  readonly alternatives?: readonly (readonly Alternative[])[]
  /** How many tokens of the prompt came from the prefix cache. */
  readonly cachedTokens?: number
}

/** Generates an answer once it has a slot. Ends without a finish if the signal aborts. */
export type Write = (signal: AbortSignal) => AsyncIterable<Draft>

export type Refusal = { readonly kind: 'refused'; readonly message: string }

/** Returns a request's complete answer, or a refusal. */
export type PlayedResponder = (ask: Ask) => Answer | Refusal

/** Returns a request's answer, complete or to be generated, or a refusal. */
export type Responder = (ask: ModelAsk) => Answer | { readonly kind: 'writing'; readonly write: Write } | Refusal
