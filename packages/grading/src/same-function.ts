import type { EvalFunction } from 'mathjs'

/** Functions by the name a key gives them, with mathjs' name. */
const FUNCTIONS = new Map<string, string>([
  ['arcsin', 'asin'],
  ['arccos', 'acos'],
  ['arctan', 'atan'],
  ['ln', 'log'],
  ['log', 'log10'],
])
for (const name of ['sin', 'cos', 'tan', 'cot', 'sec', 'csc', 'sinh', 'cosh', 'tanh', 'exp']) FUNCTIONS.set(name, name)
const CONSTANTS = new Set(['e', 'i', 'pi'])
const NAME = /[a-zA-Z]+(?:_\w+)?/gu
const VARIABLE = /^(?:[a-zA-Z]|alpha|beta|gamma|delta|epsilon|theta|lambda|mu|phi|sigma|omega)(?:_\w+)?$/u
/** What is left of a key once commands and subscripts are spelled plainly. */
const COMPUTABLE = /^[\w+\-*/^()., ]+$/u
/** Exact numbers are told apart by their keys; floats could not, nor an approximation from what it is near. */
const TOO_EXACT = /\d{10}|\.\d{6}/u
const PLAIN_NUMBER = /^-?[\d./]+$/u
const LONGEST = 400
const POINTS = 12
const FEWEST_COMPARED = 4
const TOLERANCE = 1e-11

type Mathjs = Pick<typeof import('mathjs'), 'compile' | 'isComplex'>

interface Spelled {
  readonly text: string
  readonly variables: readonly string[]
}

interface Complex {
  readonly re: number
  readonly im: number
}

/**
 * Tells whether two keys are one function of their variables: computed by mathjs at twelve fixed points, they agree to
 * eleven digits wherever both have a value (a real one, unless they hold i). Expressions of everyday size agree at all
 * of them only where they are equal. Steps are bounded by the keys' length. Source: Schwartz (1980), identity testing
 * by evaluation. mathjs is loaded where it is first needed: most evaluations never do.
 */
export async function sameFunction(key: string, other: string): Promise<boolean> {
  if (PLAIN_NUMBER.test(key) && PLAIN_NUMBER.test(other)) return false
  const [one, two] = [spell(key), spell(other)]
  if (one === null || two === null) return false
  const mathjs: Mathjs = await import('mathjs')
  const names = [...new Set([...one.variables, ...two.variables])].toSorted()
  const isReal = !/(?<![a-zA-Z\\])i(?![a-zA-Z])/u.test(key + other)
  const [codeOne, codeTwo] = [compiled(mathjs, one), compiled(mathjs, two)]
  if (codeOne === null || codeTwo === null) return false
  let compared = 0
  for (let point = 0; point < POINTS; point += 1) {
    const values = Object.fromEntries(names.map((name, at) => [name, coordinate(at, point)]))
    const [a, b] = [valueOf(mathjs, codeOne, values), valueOf(mathjs, codeTwo, values)]
    if (a === null || b === null || (isReal && (a.im !== 0 || b.im !== 0))) continue
    if (Math.hypot(a.re - b.re, a.im - b.im) > TOLERANCE * Math.max(1e-6, Math.hypot(a.re, a.im))) return false
    compared += 1
  }
  return compared >= FEWEST_COMPARED
}

/** Coordinates between −2 and 2, no two alike, of no pattern an identity could share. */
function coordinate(variable: number, point: number): number {
  const size = 0.3 + (((variable + 1) * Math.SQRT2 + (point + 1) * 0.618_033_988_749) % 1.7)
  return point % 3 === 2 ? -size : size
}

/** A key as mathjs writes it; null where it holds what is no arithmetic, or a name that is neither known nor a variable. */
function spell(key: string): Spelled | null {
  if (key.length > LONGEST || TOO_EXACT.test(key)) return null
  const plain = key
    .replaceAll(/\\log_\{(\w+)\}\(/gu, '1/ln($1)*\\ln(')
    .replaceAll(/_\{(\w+)\}/gu, '_$1')
    .replaceAll('\\', '')
  if (!COMPUTABLE.test(plain)) return null
  const names = new Set(plain.match(NAME))
  const variables = [...names].filter((name) => !FUNCTIONS.has(name) && !CONSTANTS.has(name))
  if (!variables.every((name) => VARIABLE.test(name))) return null
  return { text: plain.replaceAll(NAME, (name) => FUNCTIONS.get(name) ?? name), variables }
}

function compiled({ compile }: Mathjs, { text }: Spelled): EvalFunction | null {
  try {
    return compile(text)
  } catch {
    return null
  }
}

function valueOf({ isComplex }: Mathjs, code: EvalFunction, values: Record<string, number>): Complex | null {
  try {
    const value: unknown = code.evaluate({ ...values })
    if (typeof value === 'number') return Number.isFinite(value) ? { re: value, im: 0 } : null
    if (!isComplex(value)) return null
    return Number.isFinite(value.re) && Number.isFinite(value.im) ? { re: value.re, im: value.im } : null
  } catch {
    return null
  }
}
