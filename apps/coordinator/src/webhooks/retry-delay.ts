/** How often a delivery is tried in all. */
const ATTEMPTS = 10

const FIRST_SECONDS = 5
const LONGEST_SECONDS = 21_600

/** Says after how many seconds a delivery that failed so often is tried again: 5 s, three times as long each time, 6 h at most; null after the tenth, ten hours on. */
export function retryDelay(attempt: number): number | null {
  return attempt >= ATTEMPTS ? null : Math.min(LONGEST_SECONDS, FIRST_SECONDS * 3 ** (attempt - 1))
}
