import { remembered } from '../math.js'
import { type ListedShape, parseShapes, sharesOf } from './shape-list.js'

/** The votes as the rule sees them: of the leader, of the second answer (0 if there is none), and of all others. */
export interface TopCounts {
  readonly first: number
  readonly second: number
  readonly others: number
}

/** The most votes that are judged by a list: what is kept of a list is found by counts below `SIDE`. */
export const MOST_VOTES = 128
const SIDE = MOST_VOTES + 1
/** Lists that values are kept of, at most. */
const MOST_LISTS = 50

const LISTS = new Map<string, (counts: number) => number>()

/**
 * Returns `leaderByShapes` for a list as a method's name has it, for `MOST_VOTES` votes at most. Values are kept, since the
 * counts of a run repeat from question to question.
 */
export function leaderByList(list: string, { first, second, others }: TopCounts): number {
  let known = LISTS.get(list)
  if (known === undefined) {
    if (LISTS.size >= MOST_LISTS) LISTS.clear()
    const shapes = parseShapes(list) ?? []
    known = remembered((counts) => {
      const rest = counts % SIDE
      const both = (counts - rest) / SIDE
      return leaderByShapes(shapes, { first: Math.floor(both / SIDE), second: both % SIDE, others: rest })
    })
    LISTS.set(list, known)
  }
  return known((first * SIDE + second) * SIDE + others)
}

/**
 * Returns the probability that the leader is the likeliest answer, given only the two largest counts and the sum of the
 * rest: the list of shapes is the prior, each as probable as it was frequent. 0 if no shape allows the votes. Source:
 * arXiv 2602.05395, the rule that aggregates into L = 3 groups under a list of priors, as its authors' public code has it:
 * of answers that tie, each is as likely to be the one in front.
 */
export function leaderByShapes(shapes: readonly ListedShape[], counts: TopCounts): number {
  const votes = counts.first + counts.second + counts.others
  const found = shapes.map((shape) => {
    const chances = sharesOf(shape.counts)
    const [likeliest = 1] = chances
    const ratios = chances.map((chance) => chance / likeliest)
    return {
      log: Math.log(shape.questions) + votes * Math.log(likeliest),
      all: waysOf(ratios, counts, NONE),
      // One of the likeliest leads: of several, only one is the right one.
      leads: waysOf(ratios.slice(1), counts, LED),
    }
  })
  const largest = Math.max(...found.flatMap(({ log, all }) => (all > 0 ? [log] : [])))
  let [leads, all] = [0, 0]
  for (const each of found) {
    if (each.all === 0) continue
    leads += Math.exp(each.log - largest) * each.leads
    all += Math.exp(each.log - largest) * each.all
  }
  return all > 0 ? leads / all : 0
}

/** Which of the two answers that count by themselves are among those looked at so far. */
const [NONE, LED, SECOND, BOTH] = [0, 1, 2, 3] as const

/**
 * The sum over all ways in which the answers share the votes, of the products p^r / r! of those besides the leader and the
 * second, and p^r of these; `ratios` has p for each answer. None has more votes than the second; a way in which m besides it
 * have as many counts 1 / C(tied + m, tied), since as many are in front as often.
 */
function waysOf(
  ratios: readonly number[],
  { first, second, others }: TopCounts,
  from: typeof NONE | typeof LED,
): number {
  if (second === 0) return from === LED ? 1 : ratios.reduce((sum, ratio) => sum + ratio ** first, 0)
  // By the two answers, by how many others have as many votes as the second, and by the votes placed so far.
  const left = ratios.length - (from === LED ? 1 : 2)
  if (others > left * second) return 0
  const width = others + 1
  const size = width * (Math.min(left, Math.floor(others / second)) + 1)
  let ways = new Float64Array(4 * size)
  ways[from * size] = 1
  for (const ratio of ratios) {
    const next = placed(ways, ratio, { size, width, second })
    for (let at = 0; at < size; at += 1) {
      const [none = 0, led = 0, runner = 0] = [ways[at], ways[LED * size + at], ways[SECOND * size + at]]
      add(next, LED * size + at, none * ratio ** first)
      add(next, SECOND * size + at, none * ratio ** second)
      add(next, BOTH * size + at, led * ratio ** second + runner * ratio ** first)
    }
    ways = next
  }
  const tied = first === second ? 2 : 1
  let sum = 0
  for (let alike = 0; alike * width < size; alike += 1) {
    sum += (ways[BOTH * size + alike * width + others] ?? 0) / choose(tied + alike, tied)
  }
  return sum
}

/** Gives one answer besides the two any number of votes, up to those of the second. */
function placed(
  ways: Float64Array<ArrayBuffer>,
  ratio: number,
  { size, width, second }: Readonly<Record<'size' | 'width' | 'second', number>>,
): Float64Array<ArrayBuffer> {
  const next = new Float64Array(ways.length)
  for (let state = 0; state < ways.length; state += 1) {
    let term = ways[state] ?? 0
    if (term === 0) continue
    const free = width - 1 - (state % width)
    for (let votes = 0; votes <= Math.min(second, free); votes += 1) {
      if (votes > 0) term *= ratio / votes
      const to = state + votes + (votes === second ? width : 0)
      if (Math.floor(to / size) === Math.floor(state / size)) add(next, to, term)
    }
  }
  return next
}

function add(to: Float64Array, at: number, value: number): void {
  to[at] = (to[at] ?? 0) + value
}

function choose(n: number, k: number): number {
  let product = 1
  for (let at = 1; at <= k; at += 1) product = (product * (n - k + at)) / at
  return product
}
