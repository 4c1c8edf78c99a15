import { rational, rationalKey } from './expression/rational.js'

/** Longer numerators and denominators are compared as written: arithmetic on them would cost more than linear time. */
const MAX_DIGITS = 100

/**
 * Gives the key of a fraction of whole numbers: `p/q` in lowest terms, or the decimal where that ends, so that 2/4,
 * 1/2 and 0.5 are one answer. `sign` is '', '+' or '-'; `top` and `bottom` are digits with an optional sign. A zero
 * denominator is kept as written.
 */
export function fractionKey(sign: string, top: string, bottom: string): string {
  if (top.length > MAX_DIGITS || bottom.length > MAX_DIGITS) return `${sign}${top}/${bottom}`
  const numerator = wholeNumber(top) * (sign === '-' ? -1n : 1n)
  const denominator = wholeNumber(bottom)
  return denominator === 0n ? `${numerator}/0` : rationalKey(rational(numerator, denominator))
}

function wholeNumber(text: string): bigint {
  return BigInt(text.startsWith('+') ? text.slice(1) : text)
}
