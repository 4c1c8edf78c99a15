import type { SignalName } from '../confidence/signal-names.js'
import type { Decision } from '../decision.js'
import { type Vote, voteConfidence } from '../votes.js'
import { trialRule } from './rule.js'
import { heaviest } from './watching.js'
import { SIGNAL } from './shared-parameters.js'
import { sweptCount } from './swept.js'
import { COUNTING } from './counting.js'

type Spec = { readonly confidence: SignalName; readonly temperature: number; readonly budget: number }

/**
 * Confidence-informed self-consistency: draws its whole budget, and weighs each answer by the soft-max of the confidences
 * over the temperature. A vote, no stopping rule. Source: arXiv 2502.06233, section 3.
 */
export const CISC = trialRule({
  ...COUNTING,
  name: 'cisc',
  family: 'weighed',
  title: 'CISC',
  about: 'confidence-informed self-consistency: draws its whole budget and weighs the votes by their confidence',
  example: 'cisc:confidence=lns-arith@16',
  documented: { stopsAfter: 'B', test: 'none', answer: 'largest soft-max weight', source: 'arXiv 2502.06233' },
  parameters: {
    confidence: SIGNAL,
    temperature: {
      reads: 'number',
      whole: false,
      from: 0,
      to: 100,
      preset: 1,
      range: 'a number strictly between 0 and 100',
      about: 'how evenly votes are weighed: near 0 the surest answer wins, at large values the plurality does',
    },
  },
  look: { hue: 'rm', shape: 'tee' },
  swept: sweptCount('budget', [16, 32, 64, 128, 1, 2, 4, 8]),
  nextStop: ({ budget }) => budget,
  path: (spec, votes, answers) =>
    votes.map((_, index) => {
      const weights = weightsOf(spec, votes.slice(0, index + 1))
      const best = heaviest(weights)
      return {
        leader: best?.answer ?? null,
        score: best?.weight ?? null,
        scores: answers.map((each) => weights.get(each) ?? 0),
      }
    }),
  bar: () => null,
  signal: ({ confidence }) => confidence,
  rounds: () => 1,
  decide(spec, prefix): Decision {
    const best = heaviest(weightsOf(spec, prefix.slice(0, spec.budget)))
    const answer = best?.answer ?? null
    const score = best?.weight ?? null
    return prefix.length >= spec.budget
      ? { state: 'stopped', calls: spec.budget, answer, score, reason: 'budget' }
      : { state: 'open', until: spec.budget, leader: answer, score }
  },
})

/** Each answer's share of the soft-max, in the order first seen. */
function weightsOf({ confidence, temperature }: Spec, votes: readonly Vote[]): Map<string, number> {
  const values = votes.map((vote, index) =>
    vote.answer === null ? -Infinity : voteConfidence(vote, confidence, index + 1) / temperature,
  )
  const largest = Math.max(...values)
  const sums = new Map<string, number>()
  let total = 0
  for (const [index, { answer }] of votes.entries()) {
    if (answer === null) continue
    const weight = Math.exp((values[index] ?? 0) - largest)
    sums.set(answer, (sums.get(answer) ?? 0) + weight)
    total += weight
  }
  // Divided once, not vote by vote: a sum of rounded shares can pass 1, a sum of some of the weights never passes that of all.
  return new Map([...sums].map(([answer, sum]) => [answer, sum / total]))
}
