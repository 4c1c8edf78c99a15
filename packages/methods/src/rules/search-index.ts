import { gaussLegendre, incompleteBeta, logGamma } from '../math.js'

/** Standardised values, shares of the index, and points on either side of the best: enough for three digits. */
const [VALUES, SHARES, POINTS] = [24, 16, 16]
/** The lookahead is at least this many draws, if there are as many, and less than twice as many. */
const AHEAD = 32
/** Fewer rewards tell no expectation of the next one. */
export const FEWEST_REWARDS = 3
/** A best reward this far above the mean is not hoped to be passed. */
const FAR = 8

/**
 * The value of searching on after some rewards, by the best one so far and by the cost of a draw; in posterior scales.
 */
type Level = {
  readonly low: number
  readonly step: number
  /** At each value: the logarithm of the index, and of the expected gain of one draw. */
  readonly index: Float64Array
  readonly once: Float64Array
  /** At each value and each share of the index as the cost: the worth, in units of the index. */
  readonly worth: Float64Array
}

/** One possible outcome of a draw, whatever its cost: its weight, the scale after it, the value after it. */
type Outcome = { readonly weight: number; readonly scale: number; readonly value: number }

/** The tables made last, of at most a quarter of a megabyte each: those of a budget of 1,024 and more besides. */
const TABLES = new Map<number, ReadonlyMap<number, Level>>()
const MOST_TABLES = 128
const NODES = gaussLegendre(POINTS)

/**
 * Gives the largest cost of a draw at which searching on for a better reward is worth it, in units of the posterior
 * predictive scale: `rewards` are known, `left` more can be drawn, and the best is `value` scales above their mean. Rewards
 * are normal, their mean and variance unknown (Jeffreys' prior); any earlier one can be taken in the end. By backward
 * induction, exact in its horizon where it ends within 64 rewards; a longer search looks 32 to 63 draws ahead.
 */
export function searchIndex(rewards: number, left: number, value: number): number {
  const end = Math.min(rewards + left, AHEAD * Math.ceil((rewards + AHEAD) / AHEAD))
  const level = tableOf(end).get(rewards)
  if (level === undefined) throw new RangeError('the index needs three rewards, and a draw that is left')
  const at = placeOf(level, value)
  const ratio = between(level.index, at) - between(level.once, at)
  return expectedGain(rewards - 1, Math.min(value, FAR)) * Math.exp(ratio)
}

/** The levels of a search that ends with `end` rewards, by how many are known; kept, since trials of a budget share them. */
function tableOf(end: number): ReadonlyMap<number, Level> {
  const known = TABLES.get(end)
  if (known !== undefined) return known
  const levels = new Map<number, Level>()
  let next: Level | null = null
  for (let rewards = end - 1; rewards >= Math.max(FEWEST_REWARDS, end - 2 * AHEAD); rewards -= 1) {
    next = levelOf(rewards, next)
    levels.set(rewards, next)
  }
  const [oldest] = TABLES.keys()
  if (oldest !== undefined && TABLES.size >= MOST_TABLES) TABLES.delete(oldest)
  TABLES.set(end, levels)
  return levels
}

function levelOf(rewards: number, next: Level | null): Level {
  const low = 1 / Math.sqrt(rewards + 1)
  const step = (Math.min(FAR, (rewards - 1) / Math.sqrt(rewards + 1)) - low) / (VALUES - 1)
  const [index, once] = [new Float64Array(VALUES), new Float64Array(VALUES)]
  const worth = new Float64Array(VALUES * SHARES)
  for (let at = 0; at < VALUES; at += 1) {
    const value = low + at * step
    const gain = expectedGain(rewards - 1, value)
    const ways = next === null ? [] : outcomesOf(rewards, value).map((each) => wayOn(next, each))
    const searching = (cost: number) =>
      ways.reduce((sum, way) => sum + way.weight * worthOf(way, cost / way.scale), gain - cost)
    const root = rootOf(searching, gain)
    once[at] = Math.log(gain)
    index[at] = Math.log(root)
    for (let share = 0; share < SHARES - 1; share += 1) {
      worth[at * SHARES + share] = searching((share / (SHARES - 1)) * root) / root
    }
  }
  return { low, step, index, once, worth }
}

/** The root of a convex, decreasing function that is not below 0 at `from`: each secant falls short of it. */
function rootOf(f: (x: number) => number, from: number): number {
  let [a, b] = [from / 2, from]
  let [fa, fb] = [f(a), f(b)]
  for (let round = 0; round < 30 && fb > 1e-7 * from && fa > fb; round += 1) {
    const c = b + (fb * (b - a)) / (fa - fb)
    ;[a, fa, b, fb] = [b, fb, c, f(c)]
  }
  return b
}

/** An outcome, and what is known of the search after it. */
type Way = { readonly weight: number; readonly scale: number; readonly index: number; readonly share: Float64Array }

function wayOn(next: Level, { weight, scale, value }: Outcome): Way {
  const at = placeOf(next, value)
  const row = Math.floor(at) * SHARES
  const share = next.worth.slice(row, row + SHARES)
  for (const [column, low] of share.entries()) {
    share[column] = low + (at - Math.floor(at)) * ((next.worth[row + SHARES + column] ?? 0) - low)
  }
  return { weight: weight * scale, scale, index: Math.exp(between(next.index, at)), share }
}

function worthOf({ index, share }: Way, cost: number): number {
  return cost >= index ? 0 : index * between(share, (cost / index) * (SHARES - 1))
}

/** The position of a value among those of a level, short of the last. */
function placeOf({ low, step }: Level, value: number): number {
  return Math.min(Math.max((value - low) / step, 0), VALUES - 1 - 1e-9)
}

function between(values: Float64Array, at: number): number {
  const left = Math.floor(at)
  const [a = 0, b = 0] = [values[left], values[left + 1]]
  return a + (at - left) * (b - a)
}

/**
 * The outcomes of a draw, which has Student's t with one degree of freedom less than there are rewards; as √ν tan θ,
 * which is bounded. Those that are no better than the best so far come first.
 */
function outcomesOf(rewards: number, value: number): Outcome[] {
  const freedom = rewards - 1
  const best = Math.atan(value / Math.sqrt(freedom))
  const end = Math.max(best, Math.acos(10 ** (-16 / freedom)))
  const density = Math.exp(logGamma(rewards / 2) - logGamma(freedom / 2)) / Math.sqrt(Math.PI)
  const spread = (Math.sqrt(rewards + 2) / (rewards + 1)) * Math.sqrt(freedom)
  const side = (from: number, to: number) =>
    NODES.map(([node, weight]): Outcome => {
      const angle = (from + to) / 2 + ((to - from) / 2) * node
      const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
      const top = angle > best ? rewards * sine : ((rewards + 1) * value * cosine) / Math.sqrt(freedom) - sine
      return {
        weight: ((to - from) / 2) * weight * density * cosine ** (freedom - 1),
        scale: spread / cosine,
        value: top / Math.sqrt(rewards + 2),
      }
    })
  return [...side(-end, best), ...side(best, end)]
}

/** E(t − z)⁺ of Student's t. */
function expectedGain(freedom: number, z: number): number {
  const scale = logGamma((freedom + 1) / 2) - logGamma(freedom / 2) - Math.log(freedom * Math.PI) / 2
  const density = Math.exp(scale - ((freedom + 1) / 2) * Math.log1p((z * z) / freedom))
  const beyond = incompleteBeta(freedom / (freedom + z * z), freedom / 2, 0.5) / 2
  return (density * (freedom + z * z)) / (freedom - 1) - z * beyond
}
