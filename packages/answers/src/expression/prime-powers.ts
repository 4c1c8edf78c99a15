import { Unreadable } from '../unreadable.js'

const LAST_DIVISOR = 1000n
const MAX_BITS = 160

/**
 * Takes a positive whole number apart into prime powers, by trial division up to 1,000; what is left then counts as a
 * prime, or as the square of one if it is a square. Numbers over 160 bits are unreadable.
 */
export function primePowers(value: bigint): Map<bigint, bigint> {
  if (value.toString(2).length > MAX_BITS) throw new Unreadable('a root of too large a number')
  const powers = new Map<bigint, bigint>()
  let rest = value
  for (let divisor = 2n; divisor <= LAST_DIVISOR && divisor * divisor <= rest; divisor += 1n) {
    while (rest % divisor === 0n) {
      powers.set(divisor, (powers.get(divisor) ?? 0n) + 1n)
      rest /= divisor
    }
  }
  if (rest === 1n) return powers
  const root = squareRoot(rest)
  if (root * root === rest) powers.set(root, (powers.get(root) ?? 0n) + 2n)
  else powers.set(rest, (powers.get(rest) ?? 0n) + 1n)
  return powers
}

/** The whole part of a square root, by Newton's method from above. */
function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) / 2n
    if (next >= root) return root
    root = next
  }
}
