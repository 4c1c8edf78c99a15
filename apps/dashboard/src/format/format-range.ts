/** Writes hard limits of a share as a range in percent; an interval has brackets, a range has none. */
export function formatRange({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)}`
}
