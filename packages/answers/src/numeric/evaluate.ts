import type { Node } from '../notation/node.js'
import {
  add,
  type Complex,
  cosine,
  divide,
  exp,
  I,
  isReal,
  log,
  magnitude,
  multiply,
  negate,
  ONE,
  Real,
  real,
  sine,
  squareRoot,
  subtract,
  ZERO,
} from './complex.js'
import { asRatio } from './constants.js'
import type { Work } from './work.js'

/** The value of a name; null if it is no number. */
type Values = (name: string) => Complex | null

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

type Computed = (value: Complex) => Complex

const UNIT = real(1)
const TWO = real(2)
const TEN = real(10)

const sinh: Computed = (z) => divide(subtract(exp(z), exp(negate(z))), TWO)
const cosh: Computed = (z) => divide(add(exp(z), exp(negate(z))), TWO)

/** −i ln(iz + √(1 − z²)), by real arithmetic if it is real. */
const arcsin: Computed = (z) => {
  if (isReal(z) && z.re.abs().lte(ONE)) return { re: z.re.asin(), im: ZERO }
  return negate(multiply(I, log(add(multiply(I, z), squareRoot(subtract(UNIT, multiply(z, z)))))))
}

const arctan: Computed = (z) => {
  if (isReal(z)) return { re: z.re.atan(), im: ZERO }
  const turned = multiply(I, z)
  return multiply(divide(I, TWO), subtract(log(subtract(UNIT, turned)), log(add(UNIT, turned))))
}

/** Of a negative number the logarithm of its size: ln x² and 2 ln x are one function wherever both are real. */
const ln: Computed = (z) => (isReal(z) ? { re: z.re.abs().ln(), im: ZERO } : log(z))

/** Functions of one argument, by the name they are written with. */
const FUNCTIONS: Readonly<Record<string, Computed>> = {
  sin: sine,
  cos: cosine,
  tan: (z) => divide(sine(z), cosine(z)),
  cot: (z) => divide(cosine(z), sine(z)),
  sec: (z) => divide(UNIT, cosine(z)),
  csc: (z) => divide(UNIT, sine(z)),
  sinh,
  cosh,
  tanh: (z) => divide(sinh(z), cosh(z)),
  arcsin,
  arccos: (z) => subtract(real(Real.acos(0)), arcsin(z)),
  arctan,
  arccot: (z) => arctan(divide(UNIT, z)),
  arcsec: (z) => subtract(real(Real.acos(0)), arcsin(divide(UNIT, z))),
  arccsc: (z) => arcsin(divide(UNIT, z)),
  arcsinh: (z) => log(add(z, squareRoot(add(multiply(z, z), UNIT)))),
  arccosh: (z) => log(add(z, multiply(squareRoot(subtract(z, UNIT)), squareRoot(add(z, UNIT))))),
  arctanh: (z) => divide(log(divide(add(UNIT, z), subtract(UNIT, z))), TWO),
  exp,
  ln,
  log: (z) => divide(ln(z), ln(TEN)),
  lg: (z) => divide(ln(z), ln(TEN)),
  abs: (z) => real(magnitude(z)),
}

/** The logarithm to a base. */
function logarithm(base: Complex, value: Complex): Complex {
  return divide(ln(value), ln(base))
}
