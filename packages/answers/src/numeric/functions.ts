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
export const FUNCTIONS: Readonly<Record<string, Computed>> = {
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
export function logarithm(base: Complex, value: Complex): Complex {
  return divide(ln(value), ln(base))
}
