/** Formats progress in whole percent, rounded down: 100% means all of it. */
export function formatProgress(done: number, total: number): string {
  return total === 0 ? '0%' : `${Math.floor((100 * done) / total)}%`
}
