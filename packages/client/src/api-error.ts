import type { Problem } from '@cges-fleet/core'

/** A part of an answer that is not as the contract has it. */
export interface Mismatch {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/**
 * Why a request came to nothing. `refused`: the API said no, and why; `retryAfterMs` where it says when to ask again.
 * `unreachable`: nothing answered, so nothing is known of what became of the request. `broken off`: the answer ended early.
 * `misunderstood`: what answered is no API of this version.
 */
export type ApiFailure =
  | { readonly kind: 'refused'; readonly problem: Problem; readonly retryAfterMs: number | null }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'broken off' }
  | { readonly kind: 'misunderstood'; readonly mismatches: readonly Mismatch[] }

/** The one error of a client; its message is a sentence for people, and `failure` is for programs to decide by. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    message: string,
    readonly failure: ApiFailure,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause })
  }
}
