const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/**
 * Fetches a part that did not come with its page, retrying until it succeeds: a network that is away for a moment must
 * not take down a page that has all its numbers.
 */
export async function fetchLater<T>(load: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/**
 * Loads once and returns the same promise to every caller, so that a part requested many times while the network is
 * away is fetched by one request.
 */
export function fetchOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let fetched: Promise<T> | undefined
  return () => (fetched ??= fetchLater(load))
}
