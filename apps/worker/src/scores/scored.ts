/**
 * How one request to a server that scores a response's steps ended.
 *
 * - `scored`: one number in [0, 1] for each step, in order.
 * - `unscorable`: this response will never be scored, such as one longer than the model reads.
 * - `fault`: something broke on the way; the same may be asked again.
 * - `misconfigured`: no response can be scored until someone mends the server.
 * - `aborted`: the caller's own signal.
 */
export type Scored =
  | { readonly kind: 'scored'; readonly steps: readonly number[]; readonly promptTokens: number | null }
  | Unscored

export type Unscored =
  | { readonly kind: 'unscorable' | 'fault' | 'misconfigured'; readonly message: string }
  | { readonly kind: 'aborted' }
