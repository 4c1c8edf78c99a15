/** How often a delivery is tried in all. */
const ATTEMPTS = 10

const FIRST_SECONDS = 5
const LONGEST_SECONDS = 21_600

/**
 * Returns the backoff, in seconds, after that many failed attempts: 5 s, tripled each time, at most 6 h; null after the
 * tenth, some ten hours later.
 */
export function retryDelay(attempt: number): number | null {
  return attempt >= ATTEMPTS ? null : Math.min(LONGEST_SECONDS, FIRST_SECONDS * 3 ** (attempt - 1))
}
