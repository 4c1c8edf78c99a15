const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Writes a whole number with its thousands grouped. */
export function formatCount(count: number): string {
  return grouped.format(count)
}

/** Writes a share in [0, 1] as a percentage with one decimal, the way the paper's tables print accuracy. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

/** Writes percentages in words that are shared with the command line as pages do: `5 %` as `5%`. */
export function closePercent(text: string): string {
  return text.replaceAll(/(\d) %/gu, '$1%')
}

/** Writes calls per question with two decimals. */
export function formatCalls(calls: number): string {
  return calls.toFixed(2)
}

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

/** Writes two shares in [0, 1] as an interval in percent. */
export function formatInterval({ low, high }: { readonly low: number; readonly high: number }): string {
  return `[${(low * 100).toFixed(1)}, ${(high * 100).toFixed(1)}]`
}

/** Writes hard limits of a share as a range in percent; an interval has brackets, a range has none. */
export function formatRange({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)}`
}

/** Writes hard limits of a share where a sentence names them, in percent. */
export function formatBetween({ low, high }: { readonly low: number; readonly high: number }): string {
  return `between ${(low * 100).toFixed(1)} and ${(high * 100).toFixed(1)}`
}

/** Formats a change relative to the earlier value in percent, such as `−62%`. */
export function formatChange(change: number): string {
  return `${signed((100 * change).toFixed(0))}%`
}

/** Writes a p-value; what is very small is only said to be so. */
export function formatP(p: number): string {
  if (p < 0.001) return '< .001'
  return p >= 0.9995 ? '1' : p.toFixed(3).replace(/^0/, '')
}

/** Formats an estimate, rounded up to two significant digits: 143 as 150. */
export function formatAbout(count: number): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  return formatCount(Math.ceil(count / step) * step)
}

/** Formats a rate with about three significant digits; a measured zero stays `0.0`. */
export function formatRate(rate: number): string {
  if (rate >= 100) return formatCount(Math.round(rate))
  if (rate >= 1 || rate === 0) return rate.toFixed(1)
  return rate.toFixed(2)
}

/** Formats progress in whole percent, rounded down: 100% means all of it. */
export function formatProgress(done: number, total: number): string {
  return total === 0 ? '0%' : `${Math.floor((100 * done) / total)}%`
}

/** Writes a small amount of time in seconds, with as many digits as tell something. */
export function formatSeconds(seconds: number): string {
  return `${seconds.toFixed(Math.abs(seconds) < 10 ? 2 : 1)} s`
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** Writes a number of bytes with about three digits in the largest unit that it fills: `832 B`, `1.4 GiB`, `50 GiB`. */
export function formatSize(bytes: number): string {
  let size = Math.max(0, bytes)
  let unit = 0
  // A size that would be written as 1,024 of a unit is written as 1 of the next.
  while (unit < UNITS.length - 1 && Math.round(size) >= 1024) {
    size /= 1024
    unit += 1
  }
  return `${unit === 0 ? Math.round(size) : Number(size.toPrecision(size < 1000 ? 3 : 4))} ${UNITS[unit]}`
}

/** Writes GPU seconds as hours with three digits. */
export function formatGpuHours(seconds: number): string {
  return `${Number((seconds / 3600).toPrecision(3)).toLocaleString('en')} h`
}
