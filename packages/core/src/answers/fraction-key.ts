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
  if (denominator === 0n) return `${numerator}/0`
  const common = greatestCommonDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n)
  return reducedKey(numerator / common, denominator / common)
}

function reducedKey(numerator: bigint, denominator: bigint): string {
  let places = 0
  let power = 1n
  while (power % denominator !== 0n && places < denominator.toString(2).length) {
    places += 1
    power *= 10n
  }
  if (power % denominator !== 0n) return `${numerator}/${denominator}`
  const scaled = (numerator < 0n ? -numerator : numerator) * (power / denominator)
  const digits = scaled.toString().padStart(places + 1, '0')
  const point = digits.length - places
  const text = places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
  return numerator < 0n ? `-${text}` : text
}

function wholeNumber(text: string): bigint {
  return BigInt(text.startsWith('+') ? text.slice(1) : text)
}

/** Always positive; not both may be zero. */
function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b]
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller]
  return larger < 0n ? -larger : larger
}
