import { fetchLater } from './fetch-later'

/**
 * Fetches a part at the first call and answers every other with the same promise, so that a part wished for many times
 * while the network is away is asked for by one.
 */
export function fetchOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let fetched: Promise<T> | undefined
  return () => (fetched ??= fetchLater(load))
}
