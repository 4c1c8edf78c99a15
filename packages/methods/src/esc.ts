import type { MethodSpec } from './method-spec.js'
import { addVote } from './add-vote.js'
import type { Decision } from './decision.js'
import { nextStop } from './next-stop.js'
import { plurality } from './plurality.js'
import type { Vote } from './vote.js'

/**
 * Decides by early-stopping self-consistency: windows of `window` samples, one after the other, until one is full,
 * valid and unanimous. Samples left over at the end of the budget are drawn without a test. The answer is the
 * plurality of everything drawn, or with `answerFrom: 'window'` that of the unanimous window.
 * Source: arXiv 2401.10480, algorithm 1.
 */
export function esc(spec: Extract<MethodSpec, { method: 'esc' }>, prefix: readonly Vote[]): Decision {
  const counts = new Map<string, number>()
  const read = Math.min(prefix.length, spec.budget)
  let votes = 0
  for (let end = 1; end <= read; end += 1) {
    const answer = prefix[end - 1]?.answer ?? null
    addVote(counts, answer)
    if (answer !== null) votes += 1
    if (end % spec.window !== 0) continue
    const unanimous = agreedAnswer(prefix.slice(end - spec.window, end))
    if (unanimous === null) continue
    const given = spec.answerFrom === 'window' ? unanimous : (plurality(counts)?.answer ?? unanimous)
    return { state: 'stopped', calls: end, answer: given, score: (counts.get(given) ?? 0) / votes, reason: 'window' }
  }
  const winner = plurality(counts)
  const leader = winner?.answer ?? null
  const score = winner?.share ?? null
  return read >= spec.budget
    ? { state: 'stopped', calls: spec.budget, answer: leader, score, reason: 'budget' }
    : { state: 'open', until: nextStop(spec, read), leader, score }
}

function agreedAnswer(window: readonly Vote[]): string | null {
  const first = window[0]?.answer ?? null
  return window.every((vote) => vote.answer === first) ? first : null
}
