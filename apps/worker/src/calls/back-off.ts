const FIRST_MS = 250
const LONGEST_MS = 15_000

/** How long to wait before asking again after a fault: doubling with each attempt, with jitter. */
export function backOffMs(attempt: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)) * (0.5 + Math.random())
}
