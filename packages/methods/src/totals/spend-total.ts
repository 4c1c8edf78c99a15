import { SC } from '../rules/sc.js'
import type { SetQuestion } from '../set-question.js'
import type { Vote } from '../vote.js'
import { counted, type Counted } from './counted.js'

/**
 * The spending on a set: calls in all, at most `budget` on a question, and the part of the set a step hands calls to.
 */
export type Total = { readonly totalCalls: number; readonly step: number; readonly budget: number }

/**
 * Hands out up to `calls` of a step: the places they go to, in order, as often as they get one. No question may get more
 * than `room` says. `spent` is the share of the total handed out before.
 */
export type HandOut = (
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
