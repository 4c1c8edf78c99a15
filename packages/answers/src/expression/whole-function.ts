import { greatestCommonDivisor, magnitude, type Rational, rational } from './rational.js'

const LARGEST_FACTORIAL = 50n
const LARGEST_CHOICE = 200n

/** Computes functions of whole numbers and fractions exactly; null for any other. */
export function wholeFunction(
  name: string,
  whole: readonly (bigint | null)[],
  numbers: readonly (Rational | null)[],
): Rational | null {
  const [first, second] = whole
  const [number] = numbers
  switch (name) {
    case 'factorial':
      return first == null || first < 0n || first > LARGEST_FACTORIAL ? null : rational(factorial(first))
    case 'binomial':
      return first == null || second == null || whole.length !== 2 ? null : binomial(first, second)
    case 'abs':
      return number == null ? null : { top: magnitude(number.top), bottom: number.bottom }
    case 'floor':
      return number == null ? null : rational(floor(number))
    case 'ceil':
      return number == null ? null : rational(-floor({ top: -number.top, bottom: number.bottom }))
    case 'gcd':
      return whole.every((each) => each !== null) && whole.length > 1
        ? rational(whole.reduce(greatestCommonDivisor))
        : null
    case 'max':
    case 'min':
      return extreme(name, numbers)
    default:
      return null
  }
}

function factorial(number: bigint): bigint {
  let product = 1n
  for (let factor = 2n; factor <= number; factor += 1n) product *= factor
  return product
}

function binomial(of: bigint, chosen: bigint): Rational | null {
  if (of < 0n || of > LARGEST_CHOICE) return null
  if (chosen < 0n || chosen > of) return rational(0n)
  let ways = 1n
  for (let each = 1n; each <= chosen; each += 1n) ways = (ways * (of - each + 1n)) / each
  return rational(ways)
}

function floor({ top, bottom }: Rational): bigint {
  const quotient = top / bottom
  return top < 0n && top % bottom !== 0n ? quotient - 1n : quotient
}

function extreme(name: 'max' | 'min', numbers: readonly (Rational | null)[]): Rational | null {
  const known = numbers.filter((each) => each !== null)
  if (known.length < numbers.length) return null
  return known.reduce((best, each) => {
    const isLess = each.top * best.bottom < best.top * each.bottom
    return isLess === (name === 'min') ? each : best
  })
}
