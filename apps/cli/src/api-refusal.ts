import type { ApiError } from '@cges-fleet/client'
import { AwayError } from './away-error.js'
import { UsageError } from './usage-error.js'

/** How many mismatches of an unexpected answer are shown. */
const MOST_TOLD = 5

interface Asked {
  readonly url: string
  readonly keyHint: string | null
}

/** Converts why the API refused a request; an AwayError if a retry may succeed. */
export function apiRefusal(error: ApiError, { url, keyHint }: Asked): UsageError {
  const { failure, message, cause } = error
  switch (failure.kind) {
    case 'unreachable':
      return new AwayError(
        `No API answers at ${url}: start a fleet with \`npm start\` or \`cges up\`, or name another with --api or CGES_API`,
        { cause },
      )
    case 'broken off':
      return new AwayError(message, { cause })
    case 'misunderstood': {
      const told = failure.mismatches
        .slice(0, MOST_TOLD)
        .map(({ path, message }) => `✖ ${message}\n  → at ${path.join('.')}`)
      return new UsageError(`What answers at ${url} is not an API of this version of cges-fleet:\n${told.join('\n')}`)
    }
    case 'refused': {
      const { status } = failure.problem
      if (status === 401 && keyHint !== null) return new UsageError(`${message}\n${keyHint}`)
      if (status !== 429 && status < 500) return new UsageError(message)
      return new AwayError(message, { retryAfterMs: failure.retryAfterMs, broken: status === 500 })
    }
  }
}
