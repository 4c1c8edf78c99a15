/** Writes an instant in UTC, the same on the server and in every browser: `2026-11-21 07:43:13 UTC`. */
export function formatInstant(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
