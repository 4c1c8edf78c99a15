import { trialRule } from './rule.js'
import { share } from './parameter.js'
import { SWEPT_THRESHOLD } from './swept.js'
import { COUNTING, decideByCounts, pathOfCounts, type Tally } from './counting.js'

/**
 * Doubling: after 2, 4, 8, … samples, stop if the leader has `threshold` of all of them, those without an answer
 * included. Source: `AdaptiveSelfConsistency` of its_hub (Red Hat).
 */
export const DOUBLING = trialRule({
  ...COUNTING,
  name: 'doubling',
  family: 'votes',
  title: 'Doubling',
  about: 'draws 2, 4, 8, … samples until the leading answer has a supermajority of them',
  example: 'doubling:threshold=0.75@16',
  documented: {
    stopsAfter: '2, 4, 8, … samples',
    test: 'the leader has ¾ of them',
    answer: 'plurality',
    source: 'its_hub',
  },
  parameters: {
    threshold: {
      ...share('it stops once the leading answer has at least this share of the samples; 1 asks for all of them'),
      range: 'a number above 0, at most 1',
      closed: true,
      preset: 0.75,
    },
  },
  look: { hue: 'sc', shape: 'trapezoid' },
  swept: { ...SWEPT_THRESHOLD, usual: [0.75, 0.9, 0.6, 0.7, 0.8, 0.85, 0.95, 0.99] },
  nextStop: ({ budget }, depth) => Math.min(budget, after(depth)),
  path: (_spec, votes, answers) => pathOfCounts(votes, answers, score),
  bar: ({ threshold }) => threshold,
  rounds: (_spec, calls) => Math.max(1, Math.ceil(Math.log2(calls))),
  decide: ({ threshold, budget }, prefix) =>
    decideByCounts(
      {
        budget,
        score,
        stops: (tally) => isTest(tally.calls) && tally.calls < budget && score(tally) >= threshold,
        nextStop: (depth) => Math.min(budget, after(depth)),
        always: true,
      },
      prefix,
    ),
})

function score({ most, calls }: Tally): number {
  return most / calls
}

function isTest(calls: number): boolean {
  return calls >= 2 && Number.isInteger(Math.log2(calls))
}

/** The next test after `depth` samples. */
function after(depth: number): number {
  return depth < 2 ? 2 : 2 ** (Math.floor(Math.log2(depth)) + 1)
}
