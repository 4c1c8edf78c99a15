import type { MethodsUntil } from '@cges-fleet/core'
import type { SeededRandom } from '@cges-fleet/methods'
import { untilState } from '@cges-fleet/statistics'

type SeenPrefix = Parameters<typeof untilState>[1]

/** Methods on a benchmark: of the first's answers so many are right, and each other wins and loses so many against it. */
export interface Population {
  readonly questions: number
  readonly accuracy: number
  readonly others: readonly { readonly wins: number; readonly losses: number }[]
}

/** A run's questions in their order: which methods have each right, a bit each, and when all of them are done with it. */
export interface UntilRun {
  readonly methods: number
  readonly right: Uint8Array
  readonly endsAt: Float64Array
}

/** Where a run ended by its goal, and whether what it then said is true of all its questions. */
export interface EndedRun {
  readonly closed: number
  readonly isWrong: boolean
  /** Whether at any look until then a limit was on the wrong side of the final figure. */
  readonly isMissed: boolean
}

const SLOW = 4

/** Draws a run: a random order, `slots` questions at once, those that the first has wrong four times as long. */
export function untilRun(population: Population, slots: number, { next }: SeededRandom): UntilRun {
  const right = outcomesOf(population)
  for (let at = right.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1))
    const kept = right[at] ?? 0
    right[at] = right[other] ?? 0
    right[other] = kept
  }
  const takes = (each: number) => -Math.log(1 - next()) * (each % 2 === 1 ? 1 : SLOW)
  return { methods: population.others.length + 1, right, endsAt: endsOf(right, slots, takes) }
}

/** The same counts in every run: only their order is by chance, so the truth is known exactly. */
function outcomesOf({ questions, accuracy, others }: Population): Uint8Array {
  const right = Math.round(accuracy * questions)
  const outcomes = new Uint8Array(questions).fill(2 ** (others.length + 1) - 1, 0, right)
  // Each other loses its own stretch of what the first has right, and wins its own of the rest.
  let [lost, won] = [0, right]
  for (const [at, { wins, losses }] of others.entries()) {
    const bit = 2 ** (at + 1)
    for (const end = lost + losses; lost < end; lost += 1) outcomes[lost] = (outcomes[lost] ?? 0) - bit
    for (const end = won + wins; won < end; won += 1) outcomes[won] = (outcomes[won] ?? 0) + bit
  }
  return outcomes
}

/** When each question ends if the first free slot takes the next; slots are a heap, the first free at its top. */
function endsOf(right: Uint8Array, slots: number, takes: (each: number) => number): Float64Array {
  const free = new Float64Array(slots)
  return Float64Array.from(right, (each) => {
    const endsAt = (free[0] ?? 0) + takes(each)
    let at = 0
    for (;;) {
      const [left, other] = [2 * at + 1, 2 * at + 2]
      const child = (free[other] ?? Infinity) < (free[left] ?? Infinity) ? other : left
      if (child >= slots || (free[child] ?? Infinity) >= endsAt) break
      free[at] = free[child] ?? 0
      at = child
    }
    free[at] = endsAt
    return endsAt
  })
}

/** Tells at which questions of the order the closed prefix grows, which is when a round looks. */
function looksOf({ endsAt }: UntilRun): number[] {
  const looks: number[] = []
  let until = 0
  for (let at = 0; at < endsAt.length; at += 1) {
    until = Math.max(until, endsAt[at] ?? 0)
    if ((endsAt[at + 1] ?? Infinity) > until) looks.push(at + 1)
  }
  return looks
}

/** Looks whenever the closed prefix grows, until the goal holds; `isKept` refuses a look, as an alarm does. */
export function endOf(until: MethodsUntil, run: UntilRun, isKept: (closed: number) => boolean = () => true): EndedRun {
  const whole = seenOf(run)(run.right.length)
  const seen = seenOf(run)
  let isMissed = false
  for (const closed of looksOf(run)) {
    if (closed < Math.min(until.atLeast, run.right.length)) continue
    if (!isKept(closed)) break
    const { holds, decisions } = untilState(until, seen(closed))
    const leader = decisions.find(({ outcome }) => outcome === 'leads')?.key ?? ''
    isMissed ||= decisions.some(({ key, low, high }) => {
      const final = finalOf(until, whole, key, leader)
      return key !== leader && (final < low - EXACTLY || final > high + EXACTLY)
    })
    if (!holds) continue
    const isWrong = decisions.some(({ key, outcome }) => isFalse(until, outcome, finalOf(until, whole, key, leader)))
    return { closed, isMissed, isWrong: isWrong || (until.kind === 'accuracy' && isMissed) }
  }
  return { closed: run.right.length, isMissed, isWrong: false }
}

const EXACTLY = 1e-9

/** The figure that a decision's limits are about, on all questions. */
function finalOf(until: MethodsUntil, whole: SeenPrefix, key: string, leader: string): number {
  if (until.kind === 'accuracy') return (whole.methods.find((each) => each.key === key)?.right ?? 0) / whole.trials
  const { wins, losses } = whole.pair(key, until.kind === 'decided' ? until.baseline : leader)
  return (wins - losses) / whole.trials
}

function isFalse(until: MethodsUntil, outcome: string, final: number): boolean {
  if (until.kind === 'accuracy' || outcome === 'leads') return false
  if (outcome === 'worse') return final >= -until.margin - EXACTLY
  return final < -until.margin - EXACTLY || (until.kind === 'best' && final > until.margin + EXACTLY)
}

/** Counts a run's first questions; later calls count on from earlier ones. */
function seenOf({ methods, right }: UntilRun): (closed: number) => SeenPrefix {
  const kinds = new Float64Array(2 ** methods)
  const keys = Array.from({ length: methods }, (_, at) => `m${at}`)
  const bitOf = (key: string) => 2 ** keys.indexOf(key)
  const sum = (bits: number, of: number) =>
    kinds.reduce((total, count, kind) => ((kind & bits) === of ? total + count : total), 0)
  let counted = 0
  return (closed) => {
    for (; counted < closed; counted += 1) kinds[right[counted] ?? 0] = (kinds[right[counted] ?? 0] ?? 0) + 1
    return {
      trials: right.length,
      closed,
      methods: keys.map((key) => ({ key, right: sum(bitOf(key), bitOf(key)), unknown: 0 })),
      pair: (method, other) => {
        const [a, b] = [bitOf(method), bitOf(other)]
        return { wins: sum(a | b, a), losses: sum(a | b, b), unknown: 0 }
      },
    }
  }
}
