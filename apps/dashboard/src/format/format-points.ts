/**
 * Formats a difference of shares in percentage points with its sign, such as `+0.4` or `−1.2`; a value that rounds to 0
 * has none.
 */
export function formatPoints(difference: number): string {
  return signed((difference * 100).toFixed(1))
}

/** Writes the interval of a difference of shares in percentage points. */
export function formatPointsInterval({ low, high }: { readonly low: number; readonly high: number }): string {
  return `[${formatPoints(low)}, ${formatPoints(high)}]`
}

/** Puts the sign in front of a written number; what is written as zero has none. */
export function signed(written: string): string {
  const digits = written.replace('-', '')
  if (Number(digits) === 0) return digits
  return `${written.startsWith('-') ? '−' : '+'}${digits}`
}
