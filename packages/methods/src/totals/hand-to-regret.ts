import { remembered } from '../remembered.js'
import { voteRegret } from '../vote-regret.js'
import type { Counted } from './counted.js'
import type { HandOut } from './spend-total.js'

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
