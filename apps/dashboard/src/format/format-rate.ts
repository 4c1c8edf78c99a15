import { formatCount } from './format-count'

/** Formats a rate with about three significant digits; a measured zero stays `0.0`. */
export function formatRate(rate: number): string {
  if (rate >= 100) return formatCount(Math.round(rate))
  if (rate >= 1 || rate === 0) return rate.toFixed(1)
  return rate.toFixed(2)
}
