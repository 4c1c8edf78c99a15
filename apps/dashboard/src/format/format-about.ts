import { formatCount } from './format-count'

/** Writes a number that is only an estimate, rounded up to two digits that mean something: 143 as 150. */
export function formatAbout(count: number): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  return formatCount(Math.ceil(count / step) * step)
}
