import { addVote, plurality, type Vote } from '../votes.js'
import type { Decision } from '../decision.js'
import { trialRule } from './rule.js'
import { count } from './parameter.js'
import { sweptCount } from './swept.js'
import { COUNTING, pathOfCounts } from './counting.js'

/** The window that a budget usually gets. */
export function usualWindow(budget: number): number {
  return budget < 8 ? 2 : 4
}

/**
 * Early-stopping self-consistency: windows of `window` samples, one after the other, until one is full, valid and
 * unanimous. Samples left over at the end of the budget are drawn without a test. The answer is the plurality of
 * everything drawn, or with `answerFrom: 'window'` that of the unanimous window.
 * Source: arXiv 2401.10480, algorithm 1.
 */
export const ESC = trialRule({
  ...COUNTING,
  name: 'esc',
  family: 'esc',
  title: 'ESC',
  about: 'early-stopping self-consistency: draws windows of samples until all answers of one agree',
  example: 'esc:window=4@16',
  documented: {
    stopsAfter: 'each full window',
    test: 'its answers are valid and agree',
    answer: 'plurality of all drawn',
    source: 'Li et al. 2024',
  },
  parameters: {
    answerFrom: {
      reads: 'word',
      preset: 'plurality',
      range: 'plurality or window',
      options: ['plurality', 'window'],
      about: 'whose answer is given: the plurality of all samples drawn, or the unanimous window',
    },
    window: count('samples drawn at a time; it stops at the first window whose answers all agree'),
  },
  look: { hue: 'esc', shape: 'triangle' },
  swept: { ...sweptCount('window', [4, 2, 3, 5, 6, 8, 10, 16]), certifies: [10, 8, 6, 5, 4, 3, 2] },
  nextStop,
  path: (_spec, votes, answers) => pathOfCounts(votes, answers),
  bar: () => null,
  rounds: ({ window }, calls) => Math.ceil(calls / window),
  decide,
})

type Spec = { readonly window: number; readonly answerFrom: 'plurality' | 'window'; readonly budget: number }

/** The end of the next full window; what is left after the last is drawn at once. */
function nextStop({ window, budget }: Spec, depth: number): number {
  return Math.min(budget, (Math.floor(depth / window) + 1) * window)
}

function decide(spec: Spec, prefix: readonly Vote[]): Decision {
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
