import { signed } from './format-points'

/** Writes a change against what it was before in percent, such as `−62%`. */
export function formatChange(change: number): string {
  return `${signed((100 * change).toFixed(0))}%`
}
