import { UsageError } from './usage-error.js'

/** The API did not answer, or is temporarily unavailable: an idempotent request is worth retrying. */
export class AwayError extends UsageError {
  /** When the API says to retry. */
  readonly retryAfterMs: number | null
  /** Whether it answered, but with a server error that may not be temporary. */
  readonly broken: boolean

  constructor(message: string, why: { cause?: unknown; retryAfterMs?: number | null; broken?: boolean } = {}) {
    super(message, { cause: why.cause })
    this.retryAfterMs = why.retryAfterMs ?? null
    this.broken = why.broken ?? false
  }
}
