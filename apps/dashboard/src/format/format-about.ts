import { formatCount } from './format-count'

/** Formats an estimate, rounded up to two significant digits: 143 as 150. */
export function formatAbout(count: number): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  return formatCount(Math.ceil(count / step) * step)
}
