/** Writes a small amount of time in seconds, with as many digits as tell something. */
export function formatSeconds(seconds: number): string {
  return `${seconds.toFixed(Math.abs(seconds) < 10 ? 2 : 1)} s`
}
