/** One of two normal distributions that numbers are drawn from; `weight` is its share of them. */
export interface Normal {
  readonly weight: number
  readonly mean: number
  readonly spread: number
}

/** Two normals fitted to numbers, the one of the larger mean last, and the log-likelihood of a number by both. */
export interface TwoNormals {
  readonly parts: readonly [low: Normal, high: Normal]
  readonly meanLogLikelihood: number
}

/** Added to every variance, so that neither can close in on one number. */
const LEAST_VARIANCE = 1e-6
const MOST_STEPS = 2000
/** A step that moves no number by more is the last. */
const LEAST_MOVE = 1e-8
/**
 * Fits two normal distributions to numbers by expectation maximisation, starting from the split into the two groups
 * with the least variation within each. Not the global maximum of the likelihood, which may close in on a few equal
 * numbers. The same for any order of the numbers. Throws a RangeError if fewer than two of them differ. Source:
 * Dempster, Laird and Rubin, 1977; variances regularised by 10⁻⁶.
 */
export function fitTwoNormals(numbers: readonly number[]): TwoNormals {
  const sorted = numbers.toSorted((a, b) => a - b)
  if (!((sorted[0] ?? 0) < (sorted.at(-1) ?? 0))) throw new RangeError('two normals need two numbers that differ')
  const least = cutOf(sorted)
  const fit = climbed(
    sorted,
    estimated(sorted, (value) => (value < least ? 0 : 1)),
  )
  const [one, other] = fit.parts
  return one.mean <= other.mean ? fit : { ...fit, parts: [other, one] }
}

/**
 * The smallest number of the upper group, in the split where two groups vary the least about their means; never the
 * smallest of all.
 */
function cutOf(sorted: readonly number[]): number {
  const total = sorted.reduce((sum, value) => sum + value, 0)
  let best = { between: -1, cut: sorted[0] ?? 0 }
  let below = 0
  for (const [at, value] of sorted.entries()) {
    const above = sorted.length - at
    const between = at === 0 ? -1 : below ** 2 / at + (total - below) ** 2 / above
    if (between > best.between && value > (sorted[0] ?? 0)) best = { between, cut: value }
    below += value
  }
  return best.cut
}

/** How probable it is that a number is the high one's. */
export function chanceOfHigh({ parts: [low, high] }: Pick<TwoNormals, 'parts'>, value: number): number {
  return 1 / (1 + Math.exp(logDensity(low, value) - logDensity(high, value)))
}

/** The log-likelihood of a number, on the mean, by one normal with the same regularised variance. */
export function oneNormalLogLikelihood(numbers: readonly number[]): number {
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length
  const variance = numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / numbers.length + LEAST_VARIANCE
  const one = { weight: 1, mean, spread: Math.sqrt(variance) }
  return numbers.reduce((sum, value) => sum + logDensity(one, value), 0) / numbers.length
}

function climbed(numbers: readonly number[], start: TwoNormals['parts']): TwoNormals {
  let parts = start
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const before = parts
    parts = estimated(numbers, (value) => chanceOfHigh({ parts: before }, value))
    if (farthest(before, parts) < LEAST_MOVE) break
  }
  return { parts, meanLogLikelihood: heightOf(numbers, parts) }
}

function farthest(before: TwoNormals['parts'], after: TwoNormals['parts']): number {
  const moves = after.map(({ weight, mean, spread }, at) => {
    const was = before[at]
    return was === undefined
      ? Infinity
      : Math.max(Math.abs(weight - was.weight), Math.abs(mean - was.mean), Math.abs(spread - was.spread))
  })
  return Math.max(...moves)
}

function estimated(numbers: readonly number[], chance: (value: number) => number): TwoNormals['parts'] {
  const chances = numbers.map(chance)
  return [weighed(numbers, (at) => 1 - (chances[at] ?? 0)), weighed(numbers, (at) => chances[at] ?? 0)]
}

function weighed(numbers: readonly number[], weightOf: (at: number) => number): Normal {
  const total = numbers.reduce((sum, _, at) => sum + weightOf(at), 0)
  // A component that has nothing left keeps its place, with zero weight.
  const of = (term: (value: number) => number) =>
    numbers.reduce((sum, value, at) => sum + weightOf(at) * term(value), 0) / Math.max(total, Number.MIN_VALUE)
  const mean = of((value) => value)
  const variance = of((value) => (value - mean) ** 2) + LEAST_VARIANCE
  return { weight: total / numbers.length, mean, spread: Math.sqrt(variance) }
}

function heightOf(numbers: readonly number[], [low, high]: TwoNormals['parts']): number {
  const sum = numbers.reduce((total, value) => {
    const [a, b] = [logDensity(low, value), logDensity(high, value)]
    const most = Math.max(a, b)
    return total + most + Math.log(Math.exp(a - most) + Math.exp(b - most))
  }, 0)
  return sum / numbers.length
}

function logDensity({ weight, mean, spread }: Normal, value: number): number {
  return Math.log(weight) - Math.log(spread) - Math.log(2 * Math.PI) / 2 - ((value - mean) / spread) ** 2 / 2
}
