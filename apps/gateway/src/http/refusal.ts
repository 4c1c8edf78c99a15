/** Why a request is refused, and OpenAI's type and status for it. */
const KINDS = {
  invalid: { status: 400, type: 'invalid_request_error' },
  unauthenticated: { status: 401, type: 'authentication_error' },
  forbidden: { status: 403, type: 'permission_error' },
  not_found: { status: 404, type: 'invalid_request_error' },
  too_large: { status: 413, type: 'invalid_request_error' },
  no_answer: { status: 422, type: 'invalid_request_error' },
  too_soon: { status: 429, type: 'rate_limit_error' },
  model_failed: { status: 502, type: 'api_error' },
  unavailable: { status: 503, type: 'api_error' },
  too_late: { status: 504, type: 'timeout_error' },
} as const

export type RefusalKind = keyof typeof KINDS

/** A request that is not answered, in the shape that OpenAI's clients read. */
export class Refusal extends Error {
  constructor(
    readonly kind: RefusalKind,
    message: string,
    private readonly more: {
      /** The parameter at fault. */
      readonly param?: string
      /** After how many seconds to try again. */
      readonly retryAfter?: number
    } = {},
  ) {
    super(message)
  }

  get status(): number {
    return KINDS[this.kind].status
  }

  get retryAfter(): number | undefined {
    return this.more.retryAfter
  }

  get body(): object {
    const { type } = KINDS[this.kind]
    return { error: { message: this.message, type, param: this.more.param ?? null, code: this.kind } }
  }
}
