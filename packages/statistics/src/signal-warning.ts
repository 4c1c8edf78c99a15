import { median } from './median.js'

/**
 * Warns of a signal CGES cannot use well: if its median is below ½, most samples on a unanimous question count against
 * their own answer (a confidence below 1/(d + 1) is evidence against it), and CGES may never stop. `values` are one
 * signal's confidences; null if there is nothing to warn of.
 */
export function signalWarning(values: readonly number[]): string | null {
  const middle = median(values)
  return middle === null ? null : medianWarning(middle)
}

/** The same warning from a known median; null if there is nothing to warn of. */
export function medianWarning(middle: number): string | null {
  if (middle >= 0.5) return null
  return `the median confidence is ${middle.toPrecision(3)}: below ½ a sample counts against its own answer on unanimous questions, so CGES may draw the whole budget there`
}
