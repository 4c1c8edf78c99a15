const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Writes a whole number with its thousands grouped. */
export function formatCount(count: number): string {
  return grouped.format(count)
}
