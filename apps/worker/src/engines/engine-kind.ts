import type { EngineName, RequestParameter } from '@cges-fleet/core'

/** The first model that a server lists, as far as engines are told apart by it. */
export interface ListedModel {
  readonly id: string
  readonly owner: string
  /** The most tokens a prompt and its answer have together; null if the list does not say. */
  readonly context: number | null
}

/** What one engine reports of itself. */
export interface EngineFacts {
  readonly version: string | null
  readonly context: number | null
}

/** Asks a server for a path and returns its JSON; null if it answers anything else, or not at all. */
export type Get = (path: string) => Promise<unknown>

/** How one kind of model server is recognised and spoken to. What it can do beyond that, the preflight finds out. */
export interface EngineKind {
  readonly name: EngineName
  /** Returns what the server says of itself, or null if it is of another kind. */
  readonly recognise: (get: Get, model: ListedModel) => Promise<EngineFacts | null>
  /**
   * The names of parameters that differ from OpenAI's and vLLM's; null for what the engine silently ignores, which no
   * preflight could notice.
   */
  readonly parameters: Readonly<Partial<Record<RequestParameter, string | null>>>
  /** The value of `top_k` that draws among all tokens. */
  readonly allTokens: -1 | 0
  /** How few of the likeliest tokens may be asked for: for 0, some engines leave out a token's own log-probability too. */
  readonly fewestTop: 0 | 1
  /** Whether it streams log-probabilities of a request that offers functions; else it refuses such a request. */
  readonly logprobsBesideTools: boolean
  /** What every request has besides, since the engine's own default would change the answers. */
  readonly always: Readonly<Record<string, unknown>>
  /** Whether it counts the tokens of a prompt at `/tokenize`, as vLLM does. */
  readonly tokenizes: boolean
  /** What starts it so that a seed gives one text, whatever is drawn beside it; null where nothing is known to. */
  readonly repeatsWith: string | null
}
