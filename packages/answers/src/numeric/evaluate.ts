import type { Node } from '../notation/node.js'
import { asRatio } from './as-ratio.js'
import {
  add,
  type Complex,
  divide,
  exp,
  I,
  isReal,
  log,
  magnitude,
  multiply,
  ONE,
  Real,
  real,
  squareRoot,
  ZERO,
} from './complex.js'
import { FUNCTIONS, logarithm } from './functions.js'
import type { Work } from './work.js'

/** The value of a name; null if it is no number. */
export type Values = (name: string) => Complex | null

const CONSTANTS: ReadonlyMap<string, Complex> = new Map([
  ['\\pi', real(Real.acos(-1))],
  ['e', real(Real.exp(1))],
  ['i', I],
  ['°', real(Real.acos(-1).div(180))],
])
/** Steps a function of many digits takes, in multiplications. */
const FUNCTION_STEPS = 100
const LARGEST_POWER = 1024
const LARGEST = new Real('1e4000')

/**
 * Evaluates an expression with values for its names; null if it has no value. Throws Unreadable if that exceeds the
 * step limit.
 */
export function evaluate(node: Node, values: Values, work: Work): Complex | null {
  work.spend(1)
  const value = valueOf(node, values, work)
  const isValue = value !== null && value.re.isFinite() && value.im.isFinite() && magnitude(value).lt(LARGEST)
  return isValue ? value : null
}

function valueOf(node: Node, values: Values, work: Work): Complex | null {
  switch (node.kind) {
    case 'number':
      return real(new Real(node.value.top.toString()).div(node.value.bottom.toString()))
    case 'name':
      return CONSTANTS.get(node.name) ?? values(node.name)
    case 'sum':
      return folded(node.terms, { values, work }, add)
    case 'product':
      return folded([node.left, node.right], { values, work }, multiply)
    case 'quotient':
      return folded([node.top, node.bottom], { values, work }, divide)
    case 'power':
      return folded([node.base, node.exponent], { values, work }, (base, exponent) => power(base, exponent, work))
    case 'root':
      return folded([node.radicand, node.degree], { values, work }, (radicand, degree) =>
        power(radicand, divide(real(1), degree), work),
      )
    case 'call':
      return call(node.function, known(node.parts, { values, work }), work)
  }
}

interface Given {
  readonly values: Values
  readonly work: Work
}

/** The values of all of them; null if one has none. */
function known(nodes: readonly Node[], { values, work }: Given): Complex[] {
  const found = nodes.map((node) => evaluate(node, values, work)).filter((value) => value !== null)
  return found.length < nodes.length ? [] : found
}

function folded(
  nodes: readonly Node[],
  given: Given,
  combine: (one: Complex, other: Complex) => Complex | null,
): Complex | null {
  const [first, ...others] = known(nodes, given)
  let value: Complex | null = first ?? null
  for (const other of others) value = value === null ? null : combine(value, other)
  return value
}

/** Whole powers by multiplying; an odd root of a negative number is negative; else the principal value. */
function power(base: Complex, exponent: Complex, work: Work): Complex | null {
  if (isReal(exponent) && exponent.re.isInteger() && exponent.re.abs().lte(LARGEST_POWER)) {
    work.spend(20)
    return isReal(base) ? { re: base.re.pow(exponent.re), im: ZERO } : wholePower(base, exponent.re.toNumber())
  }
  if (isReal(base) && base.re.isZero()) return isReal(exponent) && exponent.re.isPositive() ? base : null
  if (isReal(exponent) && exponent.re.eq('0.5')) return squareRoot(base)
  work.spend(2 * FUNCTION_STEPS)
  if (isReal(base) && isReal(exponent) && base.re.isNegative()) {
    const ratio = asRatio(exponent.re)
    if (ratio !== null && ratio.bottom % 2n === 1n) {
      const size = base.re.abs().pow(exponent.re)
      return { re: ratio.top % 2n === 0n ? size : size.negated(), im: ZERO }
    }
  }
  if (isReal(base) && base.re.isPositive() && isReal(exponent)) return { re: base.re.pow(exponent.re), im: ZERO }
  return exp(multiply(exponent, log(base)))
}

function wholePower(base: Complex, exponent: number): Complex {
  let result = real(1)
  let square = base
  for (let rest = Math.abs(exponent); rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = multiply(result, square)
    square = multiply(square, square)
  }
  return exponent < 0 ? divide(real(ONE), result) : result
}

function call(name: string, parts: readonly Complex[], work: Work): Complex | null {
  const [first, second, ...more] = parts
  if (first === undefined || more.length > 0) return null
  work.spend(name.startsWith('arc') ? 3 * FUNCTION_STEPS : FUNCTION_STEPS)
  if (second !== undefined) return name === 'log' ? logarithm(second, first) : null
  return FUNCTIONS[name]?.(first) ?? null
}
