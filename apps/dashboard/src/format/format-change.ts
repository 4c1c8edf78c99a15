import { signed } from './format-points'

/** Formats a change relative to the earlier value in percent, such as `−62%`. */
export function formatChange(change: number): string {
  return `${signed((100 * change).toFixed(0))}%`
}
