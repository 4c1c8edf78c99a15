import { UsageError } from './usage-error.js'

/** The API did not answer, or said that it cannot now: what may be sent twice is worth sending again. */
export class AwayError extends UsageError {
  /** When the API itself asks to be asked again. */
  readonly retryAfterMs: number | null
  /** Whether it answered, but with an error of its own that may not pass. */
  readonly broken: boolean

  constructor(message: string, why: { cause?: unknown; retryAfterMs?: number | null; broken?: boolean } = {}) {
    super(message, { cause: why.cause })
    this.retryAfterMs = why.retryAfterMs ?? null
    this.broken = why.broken ?? false
  }
}
