import type { SetQuestion } from './decision.js'
import { logGamma, remembered } from './math.js'
import { SC } from './rules/sc.js'
import { ascBetaProbability, voteRegret } from './vote-evidence.js'
import { addVote, plurality, type Vote } from './votes.js'

/**
 * The spending on a set: calls in all, at most `budget` on a question, and the part of the set a step hands calls to.
 */
type Total = { readonly totalCalls: number; readonly step: number; readonly budget: number }

/**
 * Hands out up to `calls` of a step: the places they go to, in order, as often as they get one. No question may get more
 * than `room` says. `spent` is the share of the total handed out before.
 */
type HandOut = (
  questions: readonly Counted[],
  step: { readonly calls: number; readonly budget: number; readonly spent: number },
) => readonly number[]

/**
 * Spends a total on a set of questions: one call for each, then step by step, where `handOut` sees all votes of the steps
 * before and none of its own. A step has `step` times as many calls as there are questions, at least one. So the order of
 * spending is a function of the samples, whichever arrived first, and all calls of a step are under way at once.
 */
export function spendTotal(
  { totalCalls, step, budget }: Total,
  handOut: HandOut,
  { order, prefixes }: { readonly order: readonly number[]; readonly prefixes: readonly (readonly Vote[])[] },
): SetQuestion[] {
  const votesAt = (place: number): readonly Vote[] => prefixes[order[place] ?? -1] ?? []
  const total = Math.min(totalCalls, order.length * budget)
  const handed = order.map((_, place) => Number(place < total))
  const rounds = handed.map((calls) => calls)
  const stepCalls = Math.max(1, Math.round(step * order.length))
  let spent = Math.min(total, order.length)
  const isRead = () => handed.every((calls, place) => votesAt(place).length >= calls)
  const known: Counted[] = []
  while (spent < total && isRead()) {
    const questions = handed.map((calls, place) => {
      const before = known[place]
      return before?.calls === calls ? before : (known[place] = counted(place, votesAt(place), calls))
    })
    const places = handOut(questions, { calls: Math.min(stepCalls, total - spent), budget, spent: spent / total })
    for (const place of new Set(places)) rounds[place] = (rounds[place] ?? 0) + 1
    for (const place of places) handed[place] = (handed[place] ?? 0) + 1
    spent += places.length
  }
  const isDone = spent >= total && isRead()
  return order.map((question, place) => {
    const calls = handed[place] ?? 0
    if (!isDone) return { question, state: 'open', until: calls }
    const { answer, score } = voteOf(votesAt(place), calls)
    const reason = calls >= budget ? 'budget' : 'total'
    return { question, state: 'stopped', calls, batches: rounds[place] ?? 1, answer, score, reason }
  })
}

function voteOf(votes: readonly Vote[], calls: number) {
  const vote = SC.decide({ method: 'sc', budget: calls }, votes)
  return { answer: vote.state === 'stopped' ? vote.answer : vote.leader, score: vote.score }
}

/**
 * Hands a call each to the least settled questions, ranked by the Beta criterion at first and by the prior-posterior
 * ratio of leader and runner-up in the end: ranks are mixed by the share of the total that is spent. Of equal ones the
 * first place. Source: arXiv 2511.12309 (Blend-ASC), as far as its summaries tell; see docs/methods.md.
 */
export const handToBlend: HandOut = (questions, { calls, budget, spent }) => {
  const open = questions.filter((each) => each.calls < budget)
  const beta = ranksOf(open.map(({ first, second }) => ascBetaProbability(first, second)))
  const ratio = ranksOf(open.map(priorPosteriorRatio))
  const blended = open.map(({ place }, at) => ({
    place,
    rank: (1 - spent) * (beta[at] ?? 0) + spent * (ratio[at] ?? 0),
  }))
  return blended
    .toSorted((a, b) => a.rank - b.rank || a.place - b.place)
    .slice(0, calls)
    .map(({ place }) => place)
}

/** The logarithm of the prior's density at ½ over the posterior's, for the leader's part of the two: larger is surer. */
function priorPosteriorRatio({ first, second }: Counted): number {
  const votes = first + second
  return votes * Math.LN2 + logGamma(first + 1) + logGamma(second + 1) - logGamma(votes + 2)
}

/** How many are smaller, beyond rounding: equal values have one rank. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  const ranks = values.map(() => 0)
  let rank = 0
  for (const [smaller, at] of order.entries()) {
    const before = values[order[smaller - 1] ?? -1] ?? -Infinity
    if ((values[at] ?? 0) - before > 1e-9) rank = smaller
    ranks[at] = rank
  }
  return ranks
}

/**
 * Hands each call to the question with the largest regret per call, the ones handed out in the same step counted as calls
 * that changed no vote; of equal ones to the first. Our own.
 */
export const handToRegret: HandOut = (questions, { calls, budget }) => {
  const heap = new Heap()
  for (const each of questions) if (each.calls < budget) heap.push(keyed(each, each.calls))
  const places: number[] = []
  while (places.length < calls) {
    const next = heap.pop()
    if (next === undefined) break
    places.push(next.question.place)
    if (next.calls + 1 < budget) heap.push(keyed(next.question, next.calls + 1))
  }
  return places
}

type Keyed = { readonly question: Counted; readonly calls: number; readonly index: number }

function keyed(question: Counted, calls: number): Keyed {
  return { question, calls, index: rounded(voteRegret(question.first, question.second) / calls) }
}

/** Values equal up to rounding are ties: then the order of the questions decides. */
const rounded = remembered((index) => Number(index.toPrecision(12)))

/** A binary heap, the largest index first, of equal ones the first place. */
class Heap {
  readonly #items: Keyed[] = []

  push(item: Keyed): void {
    const items = this.#items
    let at = items.push(item) - 1
    for (let above = (at - 1) >> 1; at > 0 && this.#isBefore(at, above); above = (at - 1) >> 1) {
      this.#swap(at, above)
      at = above
    }
  }

  pop(): Keyed | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (items.length === 0 || last === undefined) return first
    items[0] = last
    for (let at = 0; ;) {
      const left = 2 * at + 1
      const below = left + 1 < items.length && this.#isBefore(left + 1, left) ? left + 1 : left
      if (below >= items.length || !this.#isBefore(below, at)) return first
      this.#swap(at, below)
      at = below
    }
  }

  #isBefore(at: number, other: number): boolean {
    const [a, b] = [this.#items[at], this.#items[other]]
    if (a === undefined || b === undefined) return false
    return a.index === b.index ? a.question.place < b.question.place : a.index > b.index
  }

  #swap(at: number, other: number): void {
    const [a, b] = [this.#items[at], this.#items[other]]
    if (a === undefined || b === undefined) return
    this.#items[at] = b
    this.#items[other] = a
  }
}

/** A question as a method that spends a total on a set sees it: calls handed to it, and the leading counts among those read. */
type Counted = {
  /** Its place in the order of the set. */
  readonly place: number
  readonly calls: number
  readonly first: number
  readonly second: number
}

/** Counts the votes of a question's first samples. */
function counted(place: number, votes: readonly Vote[], calls: number): Counted {
  const counts = new Map<string, number>()
  for (const { answer } of votes.slice(0, calls)) addVote(counts, answer)
  const top = plurality(counts)
  return { place, calls, first: top?.count ?? 0, second: top?.runnerUp ?? 0 }
}
