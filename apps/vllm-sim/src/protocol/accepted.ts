import type { ModelAsk } from '../answers/responder.js'
import type { Tokenizer } from '../answers/tokenizer.js'

/** The limits and settings of the server that parses a request. */
export interface Served {
  readonly model: string
  readonly maxModelLen: number
  readonly tokenizer: Tokenizer
  /** Whether requests may carry a priority. */
  readonly priorities: boolean
}

/** One choice to draw. */
export interface WantedChoice {
  readonly ask: ModelAsk
}

/** A request that can be answered, in the terms both endpoints share. */
export interface Accepted {
  readonly endpoint: 'chat' | 'text'
  /** In the order of their indices; several for `n` above 1 or several prompts. */
  readonly wanted: readonly WantedChoice[]
  /** How many alternatives to return with each token's log-probability; null if none were requested. */
  readonly logprobs: number | null
  readonly stops: readonly string[]
  readonly includeStop: boolean
  readonly includeReasoning: boolean
  readonly returnTokenIds: boolean
  readonly stream: boolean
  readonly includeUsage: boolean
  readonly priority: number
  readonly requestId: string | null
}
