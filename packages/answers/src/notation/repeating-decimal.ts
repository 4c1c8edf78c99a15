import { addRationals, multiplyRationals, type Rational, rational, parseDecimal } from '../expression/rational.js'

/** Parses a repeating decimal, written `0.1(6)` for 0.1666…. */
export function repeatingDecimal(text: string): Rational {
  const [before = '', repeated = ''] = text.replace(')', '').split('(')
  const places = before.split('.')[1]?.length ?? 0
  const tail = rational(BigInt(repeated), 10n ** BigInt(repeated.length) - 1n)
  return addRationals(parseDecimal(before), multiplyRationals(tail, rational(1n, 10n ** BigInt(places))))
}
