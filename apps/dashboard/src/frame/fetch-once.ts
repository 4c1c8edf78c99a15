import { fetchLater } from './fetch-later'

/**
 * Loads once and returns the same promise to every caller, so that a part requested many times while the network is
 * away is fetched by one request.
 */
export function fetchOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let fetched: Promise<T> | undefined
  return () => (fetched ??= fetchLater(load))
}
