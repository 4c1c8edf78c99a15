import type { Node } from '../notation/node.js'
import { type Complex, Real, real, ZERO } from './complex.js'
import { constantKey } from './constants.js'
import { evaluate } from './evaluate.js'
import type { Work } from './work.js'

/** A symbol with or without a subscript; other names are no variables. */
const VARIABLE = /^(?:[a-zA-Z]|\\(?!infty|emptyset|ell)[a-z]+)(?:_\{\w{1,8}\})?$/iu
const POINTS = 3
const COMPARED_DIGITS = [20, 12, 12]
const NOTHING = new Real('1e-34')
/** A linear congruential generator's (Knuth, MMIX): digits of no pattern that an identity could share. */
const FACTOR = 6364136223846793005n
const STEP = 1442695040888963407n
const MODULUS = 1n << 64n

/**
 * Returns the same text for every spelling of one function of its variables: its values at three fixed points, computed
 * to 48 digits. A constant is written by `constantKey`. Null if it cannot be computed: it contains words or unknown
 * functions. Two functions agree at points of no pattern only if they are equal (Schwartz, 1980). Each variable is
 * positive at some points and negative at others, so that √(x²) is not x.
 */
export function fingerprint(node: Node, work: Work): string | null {
  const values = valuesAt(node, work)
  if (values === null) return null
  const [first] = values
  if (first != null && values.every((value) => value !== null && isNear(value, first))) return constantKey(first)
  return `⟨${values.map((value, point) => shown(value, point)).join('|')}⟩`
}

/** As `fingerprint`, of an equation `node = 0`: any multiple of it is the same equation. */
export function equationFingerprint(node: Node, work: Work): string | null {
  const [first, ...others] = valuesAt(node, work) ?? []
  if (first == null || !first.im.isZero() || first.re.abs().lt(NOTHING)) return null
  const ratios = others.map((value) =>
    value === null ? null : { re: value.re.div(first.re), im: value.im.div(first.re) },
  )
  return `⟨0=${ratios.map((value, point) => shown(value, point)).join('|')}⟩`
}

function valuesAt(node: Node, work: Work): (Complex | null)[] | null {
  let names = 0
  const values = Array.from({ length: POINTS }, (_, point) =>
    evaluate(
      node,
      (name) => {
        if (!VARIABLE.test(name)) return null
        names += 1
        return coordinate(name, point)
      },
      work,
    ),
  )
  // Without variables one point is enough.
  return values.every((value) => value === null) ? null : names === 0 ? [values[0] ?? null] : values
}

/** Between 0.3 and 1.7 in size, by the variable's name alone; at two points half the names are negative. */
function coordinate(name: string, point: number): Complex {
  let state = BigInt(point + 1)
  for (const char of `${name}${point}`) state = (state * FACTOR + BigInt(char.codePointAt(0) ?? 0) + STEP) % MODULUS
  let digits = ''
  while (digits.length < 36) {
    state = (state * FACTOR + STEP) % MODULUS
    digits += String(state >> 32n)
  }
  const size = new Real(`0.${digits}`).times('1.4').plus('0.3')
  const isOdd = name.length % 2 === (name.codePointAt(0) ?? 0) % 2
  const isNegative = point > 0 && isOdd === (point === 1)
  return real(isNegative ? size.negated() : size)
}

function isNear(a: Complex, b: Complex): boolean {
  const size = Real.max(1, a.re.abs(), a.im.abs()).times(NOTHING)
  return a.re.minus(b.re).abs().lt(size) && a.im.minus(b.im).abs().lt(size)
}

function shown(value: Complex | null, point: number): string {
  if (value === null) return '?'
  const digits = COMPARED_DIGITS[point] ?? 12
  const size = Real.max(value.re.abs(), value.im.abs()).times(NOTHING)
  const written = (part: typeof ZERO) => (part.abs().lte(size) ? ZERO : part.toSignificantDigits(digits))
  const re = written(value.re)
  const im = written(value.im)
  return im.isZero() ? re.toString() : `${re.toString()}${im.isNegative() ? '' : '+'}${im.toString()}i`
}
