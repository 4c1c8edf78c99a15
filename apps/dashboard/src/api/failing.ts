import { ApiError } from '@cges-fleet/client'

/** That something shown could not be read again. */
export interface Failing {
  /** The API's own explanation; null if it does not answer, or fails itself. */
  readonly why: string | null
}

/** Distinguishes a refusal, which somebody must act on, from a failure that passes by itself. */
export function failingBy(error: unknown): Failing {
  const isRefused = error instanceof ApiError && error.failure.kind === 'refused'
  return { why: isRefused && !passesByItself(error.failure.problem.status) ? error.message : null }
}

/** Whether the same request may succeed a moment later; a fault in the request itself remains. */
export function passesByItself(status: number): boolean {
  return status >= 500 || status === 408 || status === 429
}
