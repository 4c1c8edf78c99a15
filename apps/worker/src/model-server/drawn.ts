import type { MinimaByWindow } from '@cges-fleet/methods'

/** A complete answer, or the part before its token or time limit, or before the token by which it could be ended early. */
export type Finished = {
  readonly kind: 'finished'
  readonly text: string
  readonly reasoning: string | null
  readonly finish: 'stop' | 'length' | 'declined' | 'ended_early'
  /** Natural logarithms in [-Infinity, 0], one per generated token, or null if any is missing. */
  readonly logprobs: Float32Array | null
  readonly tokenIds: Int32Array | null
  /** Their texts, one per log-probability, or null if any is missing. */
  readonly tokens: readonly string[] | null
  /** How sure the likeliest tokens were at each, or null if too few of them came with any. */
  readonly certainties: Float32Array | null
  /** How its confidence fell from token to token, by window; null if not requested, or if a token lacked data. */
  readonly minima: MinimaByWindow | null
  readonly promptTokens: number
  readonly completionTokens: number
  readonly ttftMs: number
  readonly totalMs: number
}

/**
 * How one request to a model server ended.
 *
 * - `finished`: an answer, never drawn again.
 * - `rejected`: the server will never answer this request; never drawn again.
 * - `fault`: something broke. The first byte is the first generated token: before it the fault cannot depend on
 *   what the model wrote, after it it might. A server that gives up, as one that is stopped or dies does, does so to
 *   every answer alike.
 * - `misconfigured`: no request of this worker can succeed; it should pause and say why.
 * - `aborted`: the caller's own signal.
 */
export type Drawn =
  | Finished
  | { readonly kind: 'rejected'; readonly status: number; readonly message: string }
  | {
      readonly kind: 'fault'
      readonly when: 'before_first_byte' | 'mid_stream' | 'server_gave_up'
      readonly message: string
    }
  | { readonly kind: 'misconfigured'; readonly message: string }
  | { readonly kind: 'aborted' }
