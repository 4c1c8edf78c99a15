import { ApiError } from '@cges-fleet/client'
import { passesByItself } from '../frame/passes-by-itself'

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
