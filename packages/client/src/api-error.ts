import type { Problem } from '@cges-fleet/core'

/** A part of a response that does not match the contract. */
export interface Mismatch {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/**
 * Why a request failed. `refused`: the API refused it, and why; `retryAfterMs` if it says when to retry. `unreachable`:
 * no response, so that the request may or may not have been carried out. `broken off`: the response ended early.
 * `misunderstood`: the response is not that of an API of this version.
 */
export type ApiFailure =
  | { readonly kind: 'refused'; readonly problem: Problem; readonly retryAfterMs: number | null }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'broken off' }
  | { readonly kind: 'misunderstood'; readonly mismatches: readonly Mismatch[] }

/** The only error a client throws; its message is a sentence for people, and `failure` is for programs. */
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

const TOO_LARGE = 413

/** The API says how much it takes. */
function limitedBy(request: string): string {
  return `A proxy before the API refused ${request}, since the body is too large for it: allow 64 MB there (nginx: client_max_body_size 64m).`
}

/** Parses why the API refused a request; a proxy in between may answer in another format, or with nothing. */
export async function parseProblem(response: Response, request: string): Promise<ApiError> {
  const { status, headers } = response
  const body: unknown = await response.json().catch(() => null)
  const problem = isProblem(body)
    ? body
    : {
        type: 'about:blank',
        title: response.statusText || 'Refused',
        status,
        detail:
          status === TOO_LARGE ? limitedBy(request) : `The API answered ${status} to ${request} and gave no reason.`,
      }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfterMs = Number.isFinite(seconds) ? 1000 * seconds : null
  return new ApiError(problem.detail, { kind: 'refused', problem, retryAfterMs })
}

/** Checked by hand: the schema would be most of what a page loads for it. */
function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false
  return 'detail' in value && typeof value.detail === 'string' && 'status' in value && typeof value.status === 'number'
}
